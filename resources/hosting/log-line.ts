/** A line of a deployment's log, as it is stored, sent and shown. */
import * as z from "zod/mini";

export const logLine = z.object({
  /** Counts up from 1 within a deployment; a line is shown once by it. */
  seq: z.int(),
  /** Integer Unix seconds. */
  timestamp: z.int(),
  content: z.string(),
});
export type LogLine = z.output<typeof logLine>;

/** The number of a log's line in a query; the database counts them in 32 bits. */
export const lineNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647));
