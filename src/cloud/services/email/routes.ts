import { cancelEmail, emailState, removeEmail, setEmail, verifyEmail } from "../../../../resources/account/email.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { route, type Route } from "../route.ts";
import type { Emails } from "./service.ts";

/** The calls for a person's e-mail address. */
export const emailRoutes = (emails: Emails, { toUser }: Pick<Realtime, "toUser">): Route[] => [
  route(emailState, async ({ db, caller }) => ({
    email: await emails.addressOf(db, caller.userId),
    pending: await emails.pendingOf(db, caller.userId),
    mail: emails.way,
  })),
  route(setEmail, ({ db, caller, body }) => emails.request(db, caller.userId, body.email)),
  route(verifyEmail, async ({ db, caller, body, afterCommit }) => {
    const { email, tell } = await emails.confirm(db, caller.userId, body.code);
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
  route(removeEmail, async ({ db, caller, afterCommit }) => {
    await emails.remove(db, caller.userId);
    afterCommit(() => toUser(caller.userId, "updateUser", {}));
    return null;
  }),
];
