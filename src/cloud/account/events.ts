/** Events of people and teams. */
import { defineEvent, defineNews, type Effect, type Listener } from "../kernel/events.ts";

/** A user joined, left, or was removed from a team. */
export interface ChangedMember {
  readonly teamId: string;
  readonly personId: string;
  readonly change: "joined" | "left" | "removed";
}

export type MemberListener = Listener<ChangedMember, void>;

export const memberChanged = defineEvent<ChangedMember>("account.member-changed");

/** A user confirmed an email address, in lowercase. */
export interface ConfirmedEmail {
  readonly personId: string;
  readonly email: string;
}

export const emailConfirmed = defineEvent<ConfirmedEmail, Effect>("account.email-confirmed");

/** The owner of a new team has signed in for the first time. Told again after a failure: hearers must be idempotent. */
export const firstSignIn = defineNews<{ readonly teamId: string }>("account.first-sign-in");

/** A membership, session or token has changed in some process: cached permissions are old. */
export const permissionsChanged = defineNews("account.permissions-changed");
