import type { NewProjectValues, Problems } from "../../../flows/deploy/values.ts";

/** While one still fills in, what is missing is no mistake; what is wrong is told at once. */
export const onlyEdited = (problems: Problems, { name, ipfsPath }: NewProjectValues): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) => {
      if (field === "name") return name !== "";
      if (field === "ipfsPath") return ipfsPath !== "";
      return !field.startsWith("configJson.");
    }),
  );

/** Leads to the first field that is wrong, once its message stands beside it. */
export const showFirstProblem = (): void => {
  requestAnimationFrame(() => {
    const [first] = document.querySelectorAll<HTMLElement>("main :is([aria-invalid], [role=alert])");
    first?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
  });
};
