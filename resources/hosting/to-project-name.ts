import { projectNameMax } from "../limits.ts";

/** A project's name from any text: "My Site 2.0" → "my-site-2-0". Empty when nothing of it can stand in one. */
export const toProjectName = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, projectNameMax)
    .replace(/^-+|-+$/g, "");
