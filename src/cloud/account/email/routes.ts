import { cancelEmail, emailState, removeEmail, setEmail, verifyEmail } from "../../../../resources/account/email.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Emails } from "./service.ts";

/** The calls for a user's email address. */
export const emailRoutes = (emails: Emails, { toUser }: Pick<Realtime, "toUser">): Route[] => [
  route(emailState, async ({ db, caller }) => ({
    email: await emails.addressOf(db, caller.userId),
    pending: await emails.pendingOf(db, caller.userId),
    mail: emails.way,
  })),
  route(setEmail, ({ db, caller, body, logged }) => {
    logged({ target: masked(body.email) });
    return emails.request(db, caller.userId, body.email);
  }),
  route(verifyEmail, async ({ db, caller, body, afterCommit, logged }) => {
    const { email, tell } = await emails.confirm(db, caller.userId, body.code);
    logged({ target: masked(email) });
    afterCommit(() => {
      toUser(caller.userId, "updateUser", {});
      tell();
    });
    return { email };
  }),
  route(cancelEmail, async ({ db, caller }) => {
    await emails.cancel(db, caller.userId);
    return null;
  }),
  route(removeEmail, async ({ db, caller, afterCommit, logged }) => {
    const removed = await emails.remove(db, caller.userId);
    logged(removed !== undefined && { target: `${masked(removed)} (removed)` });
    afterCommit(() => toUser(caller.userId, "updateUser", {}));
    return null;
  }),
];

/** Masks an address: "ada@example.org" → "a…@example.org", since members may read the operation log. */
const masked = (email: string): string => email.replace(/^(.)[^]*(?=@)/u, "$1…");
