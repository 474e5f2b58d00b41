/** What a trace of Chromium's tells of a page's main thread. */
import * as z from "zod";

export const traceCategories = ["toplevel", "devtools.timeline"] as const;

const event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds since the machine began. */
  ts: z.number().optional(),
  /** Microseconds that the thread was at work, without those in which others had the processor. */
  tdur: z.number().optional(),
});
type TraceEvent = z.infer<typeof event>;
const trace = z.object({ traceEvents: z.array(event) });

/** The most processor time that one task took between the first and the last frame drawn by a script. Throws where none was. */
export const longestTaskMs = (recorded: Buffer): number => {
  const { traceEvents } = trace.parse(JSON.parse(recorded.toString("utf8")));
  const frames = traceEvents.filter(({ name }) => name === "FireAnimationFrame");
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) throw new Error("No frame was drawn by a script.");
  const isBetween = ({ name, pid, tid, ts = 0 }: TraceEvent): boolean =>
    name.endsWith("RunTask") && pid === first.pid && tid === first.tid && ts > first.ts! && ts < last.ts!;
  return traceEvents.filter(isBetween).reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
};
