import { text } from "../fields.ts";
import { projectNameMax } from "../limits.ts";

/** A project's name, which becomes the site's host name. */
export const projectName = text("Name", {
  min: 1,
  max: projectNameMax,
  pattern: {
    expression: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
    message: "Name: lowercase letters, digits and hyphens, starting and ending with a letter or digit.",
  },
  hint: "Used in the site's host name.",
});
