/** A line of a deployment's log, as stored, sent and shown. */
import * as z from "zod/mini";

export const logLine = z.object({
  /** Counts up from 1 within a deployment; identifies the line. */
  seq: z.int(),
  /** Integer Unix seconds. */
  timestamp: z.int(),
  content: z.string(),
});
export type LogLine = z.output<typeof logLine>;

/** A line number in a query; 32 bits in the database. */
export const lineNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647));

/** The line of a build whose worker died. */
export const restartedLine = "The worker stopped during this build. The build starts again.";
