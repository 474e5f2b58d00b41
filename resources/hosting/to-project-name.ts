import { projectNameMax } from "../limits.ts";

/** Derives a project's name from any text: "My Site 2.0" → "my-site-2-0". Empty if no character is valid. */
export const toProjectName = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, projectNameMax)
    .replace(/^-+|-+$/g, "");
