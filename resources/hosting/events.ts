/**
 * PROJECT_BUILD socket events of a team. Lines are batched under the name "log"; a state change is "build_<state>" with
 * its message. Both are stored before they are sent.
 */
import * as z from "zod/mini";
import { logLine } from "./log-line.ts";
import { taskStates, type TaskState } from "./states.ts";

export const buildEventName = "PROJECT_BUILD";

const subject = { taskId: z.string(), projectId: z.string(), state: z.enum(taskStates) };

export const buildLogEvent = z.object({
  name: z.literal("log"),
  data: z.object({ ...subject, lines: z.array(logLine) }),
});

export const buildStateEvent = z.object({
  name: z.string().check(z.startsWith("build_")),
  /** `seq` is the number of the newest stored line: a client with fewer lines requests the rest. */
  data: z.object({
    ...subject,
    content: z.string(),
    timestamp: z.int(),
    seq: z.int(),
    /** Set when the project's site goes online for the first time. */
    first: z.optional(z.boolean()),
  }),
});

export const buildEvent = z.union([buildLogEvent, buildStateEvent]);
export type BuildEvent = z.output<typeof buildEvent>;
export type BuildLogEvent = z.output<typeof buildLogEvent>;

export const buildEventNameOf = (state: TaskState): `build_${TaskState}` => `build_${state}`;
