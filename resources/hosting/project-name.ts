import { text } from "../declare/fields.ts";
import { projectNameMax } from "../limits.ts";

/** Also for the tags of workers. */
export const namePattern = {
  expression: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  message: "Use lowercase letters, digits and hyphens between them.",
};

/** A project's name, which becomes the site's host name. */
export const projectName = text("Name", {
  min: 1,
  max: projectNameMax,
  pattern: namePattern,
  hint: "Used in the site's host name.",
});
