/** Reads a page's main thread activity from a Chromium trace. */
import * as z from "zod";

export const traceCategories = ["toplevel", "devtools.timeline"] as const;

const event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds since the system start. */
  ts: z.number().optional(),
  /** Microseconds of processor time, without preempted time. */
  tdur: z.number().optional(),
});
type TraceEvent = z.infer<typeof event>;
const trace = z.object({ traceEvents: z.array(event) });

/**
 * Returns the longest processor time of a task between the first and last frame drawn by a script. Throws if there was
 * none.
 */
export const longestTaskMs = (recorded: Buffer): number => {
  const { traceEvents } = trace.parse(JSON.parse(recorded.toString("utf8")));
  const frames = traceEvents.filter(({ name }) => name === "FireAnimationFrame");
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) throw new Error("No frame was drawn by a script.");
  const isBetween = ({ name, pid, tid, ts = 0 }: TraceEvent): boolean =>
    name.endsWith("RunTask") && pid === first.pid && tid === first.tid && ts > first.ts! && ts < last.ts!;
  return traceEvents.filter(isBetween).reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
};
