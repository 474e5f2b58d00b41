/** Where a person is signed in: one session a browser. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

const deviceSession = z.object({
  id: z.string(),
  /** Browser and system in words: "Firefox on Linux". */
  device: z.string(),
  /** Network address of the last use; empty for sessions from before it was kept. */
  ip: z.string(),
  signedInAt: z.int(),
  lastUsedAt: z.int(),
  /** The one that asks. */
  current: z.boolean(),
});
export type DeviceSession = z.output<typeof deviceSession>;

export const sessions = defineCall("GET $auth/user/sessions", {
  summary: "Where the person is signed in, the session that asks first, then the last used.",
  can: "person",
  reply: z.object({ items: z.array(deviceSession) }),
});

export const endSession = defineCall("DELETE $auth/user/sessions/{id}", {
  summary: "Ends a session: its tokens are refused and its sockets closed at once.",
  can: "person",
  log: "OAUTH_END_SESSION",
  reply: z.null(),
});

export const endOtherSessions = defineCall("DELETE $auth/user/sessions", {
  summary: "Ends every session of the person but the one that asks.",
  can: "person",
  log: "OAUTH_END_SESSION",
  reply: z.object({ ended: z.int() }),
});

export const deviceSessionCalls = [sessions, endSession, endOtherSessions];
