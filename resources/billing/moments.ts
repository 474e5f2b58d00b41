/** Time ranges for filtering records. */
import * as z from "zod/mini";
import { customDateMinSeconds } from "../limits.ts";

export const momentInvalid = "Custom date must be after 2022-07-27 and before now.";
/** The year 2100. */
const lastSecond = Date.UTC(2100, 0) / 1000;

export const momentParam = z.coerce
  .number()
  .check(z.int(), z.gte(customDateMinSeconds, momentInvalid), z.lte(lastSecond, momentInvalid));

/** Unix seconds, both ends inclusive and optional. */
export const spanParams = { since: z.optional(momentParam), until: z.optional(momentParam) };

/** "2026-11", in UTC. */
export const monthParam = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Enter a month like 2026-11."));
