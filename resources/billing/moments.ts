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

/** The period of a chart. */
export const periodParams = (daysMax: number) => ({
  /** Days (UTC) up to and including today; 30 without `startAt`. */
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(daysMax))),
  /** Rounded to the hour, both ends inclusive. Default end: now. */
  startAt: z.optional(momentParam),
  endAt: z.optional(momentParam),
});
