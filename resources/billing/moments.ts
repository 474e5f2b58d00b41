/** Time ranges for filtering records. */
import * as z from "zod/mini";
import { customDateMinSeconds } from "../limits.ts";
import { messages } from "../messages.ts";

/** The year 2100. */
const lastSecond = Date.UTC(2100, 0) / 1000;

export const momentParam = z.coerce
  .number()
  .check(z.int(), z.gte(customDateMinSeconds, messages.customDate), z.lte(lastSecond, messages.customDate));

/** Unix seconds, both ends inclusive and optional. */
export const spanParams = { since: z.optional(momentParam), until: z.optional(momentParam) };

/** "2026-11", in UTC. */
export const monthParam = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Enter a month like 2026-11."));
