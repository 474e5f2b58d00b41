import { invalidField } from "../../app-error.ts";

/**
 * Normalizes a folder of the repository ("./dist/", "apps/web") to its stored form: relative, "/"-separated, "" for the
 * repository itself. Throws INVALID_INPUT on the field if it leaves the repository.
 */
export const folderWithin = (field: string, written: string | undefined): string => {
  const parts = (written ?? "").split("/").filter((part) => part !== "" && part !== ".");
  const isOutside = written?.startsWith("/") || parts.includes("..") || parts.some((part) => /[\0\n\\]/.test(part));
  if (isOutside) throw invalidField(field, insideOnly);
  return parts.join("/");
};

const insideOnly = "Enter a folder in the repository, for example apps/web.";
