/** Values of a template. Separate from the forms, which only New Project needs. */
import * as z from "zod/mini";

/** Values by key: text, a boolean for a switch, rows of cells for a table. */
export const templateValues = z.record(
  z.string().check(z.maxLength(100)),
  z.union([
    z.string().check(z.maxLength(20_000)),
    z.boolean(),
    z.array(z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(20))).check(z.maxLength(200)),
  ]),
);
