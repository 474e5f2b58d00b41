/** The user's sessions, one for each browser. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

const deviceSession = z.object({
  id: z.string(),
  /** Readable browser and system: "Firefox on Linux". */
  device: z.string(),
  /** IP address of the last use; empty for older sessions. */
  ip: z.string(),
  signedInAt: z.int(),
  lastUsedAt: z.int(),
  /** The current session. */
  current: z.boolean(),
});
export type DeviceSession = z.output<typeof deviceSession>;

export const sessions = defineCall("GET $auth/user/sessions", {
  summary: "Lists the user's sessions: the current one first, then by last use.",
  can: "person",
  reply: z.object({ items: z.array(deviceSession) }),
});

export const endSession = defineCall("DELETE $auth/user/sessions/{id}", {
  summary: "Ends a session: its tokens are refused and its sockets closed immediately.",
  can: "person",
  log: "OAUTH_END_SESSION",
  reply: z.null(),
});

export const endOtherSessions = defineCall("DELETE $auth/user/sessions", {
  summary: "Ends all of the user's sessions except the current one.",
  can: "person",
  log: "OAUTH_END_SESSION",
  reply: z.object({ ended: z.int() }),
});

export const deviceSessionCalls = [sessions, endSession, endOtherSessions];
