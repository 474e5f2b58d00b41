import { AppError } from "../../app-error.ts";

/**
 * A folder within the repository as people write it ("./dist/", "apps/web") in the one form that is stored: relative, "/"-separated,
 * "" for the folder itself. Throws INVALID_INPUT on the field when it would leave the repository.
 */
export const folderWithin = (field: string, written: string | undefined): string => {
  const parts = (written ?? "").split("/").filter((part) => part !== "" && part !== ".");
  const isOutside = written?.startsWith("/") || parts.includes("..") || parts.some((part) => /[\0\n\\]/.test(part));
  if (isOutside) throw new AppError("INVALID_INPUT", { fields: { [field]: [insideOnly] } });
  return parts.join("/");
};

const insideOnly = "Enter a folder in the repository, for example apps/web.";
