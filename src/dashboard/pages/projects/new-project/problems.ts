import type { NewProjectValues, Problems } from "../../../flows/deploy/values.ts";

/** Keeps only errors of edited fields, so that empty fields show no errors while the form is being filled in. */
export const onlyEdited = (problems: Problems, { name, ipfsPath }: NewProjectValues): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) => {
      if (field === "name") return name !== "";
      if (field === "ipfsPath") return ipfsPath !== "";
      return !field.startsWith("configJson.");
    }),
  );

/** Scrolls to the first invalid field, after its error is rendered. */
export const showFirstProblem = (): void => {
  requestAnimationFrame(() => {
    const [first] = document.querySelectorAll<HTMLElement>("main :is([aria-invalid], [role=alert])");
    first?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
  });
};
