import type { PendingEmail } from "../../../../resources/account/email.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import type { Mail, Email } from "../mail/service.ts";
import { cancel, confirm, pendingOf, request } from "./requests.ts";
import { emailCodeSeconds } from "../../../../resources/limits.ts";

/** Called in the transaction that confirms an address; returns the effects to run after the commit. */
export type EmailListener = (trx: Trx, personId: string, address: string) => Promise<() => void>;

export interface Emails {
  /** How emails are sent: without mail no address can be confirmed. */
  readonly way: Mail["way"];
  /** The confirmed address. */
  addressOf(db: Db, personId: string): Promise<string | null>;
  pendingOf(db: Db, personId: string): Promise<PendingEmail | null>;
  /** Sends a code to the address. Throws MAIL_NOT_CONFIGURED and EMAIL_TOO_SOON. */
  request(trx: Trx, personId: string, address: string): Promise<PendingEmail>;
  /** Call `tell` after the commit. Throws EMAIL_CODE_WRONG, EMAIL_CODE_EXPIRED or EMAIL_TAKEN. */
  confirm(trx: Trx, personId: string, code: string): Promise<{ readonly email: string; readonly tell: () => void }>;
  /** Cancels the pending address. */
  cancel(trx: Trx, personId: string): Promise<void>;
  /** Returns the removed address, confirmed or not. */
  remove(trx: Trx, personId: string): Promise<string | undefined>;
  onConfirmed(listener: EmailListener): void;
}

interface Deps {
  readonly mail: Pick<Mail, "way" | "queue">;
  /** URL of the dashboard. */
  dashboardUrl(): string;
}

/** Users' email addresses. */
export const createEmails = ({ mail, dashboardUrl }: Deps): Emails => {
  const listeners: EmailListener[] = [];
  return {
    way: mail.way,
    addressOf,
    pendingOf,
    request: async (trx, personId, address) => {
      if (mail.way === "none") throw new AppError("MAIL_NOT_CONFIGURED");
      const code = await request(trx, personId, address);
      const { username } = await trx
        .selectFrom("person")
        .select("username")
        .where("id", "=", personId)
        .executeTakeFirstOrThrow();
      const written = { to: address, username, url: dashboardUrl() };
      // Only the other user may learn that the address is theirs.
      await mail.queue(
        trx,
        code === undefined ? addressTakenEmail(written) : { ...codeEmail(written, code), askedBy: personId },
      );
      return (await pendingOf(trx, personId))!;
    },
    confirm: async (trx, personId, code) => {
      const email = await confirm(trx, personId, code);
      const effects: (() => void)[] = [];
      for (const listener of listeners) effects.push(await listener(trx, personId, email));
      return { email, tell: () => effects.forEach((effect) => effect()) };
    },
    cancel,
    remove: async (trx, personId) => {
      const address = (await addressOf(trx, personId)) ?? (await pendingOf(trx, personId))?.email;
      await trx.deleteFrom("email").where("person_id", "=", personId).execute();
      await cancel(trx, personId);
      return address;
    },
    onConfirmed: (listener) => void listeners.push(listener),
  };
};

const addressOf: Emails["addressOf"] = async (db, personId) => {
  const row = await db.selectFrom("email").select("address").where("person_id", "=", personId).executeTakeFirst();
  return row?.address ?? null;
};

interface Written {
  readonly to: string;
  /** Username of the requesting user, as the dashboard shows it. */
  readonly username: string;
  /** URL of the dashboard. */
  readonly url: string;
}

const minutes = emailCodeSeconds / 60;

/** The email with the code that confirms an address. */
const codeEmail = ({ to, username, url }: Written, code: string): Email => ({
  to,
  subject: `${code} is your Freehold code`,
  text: `${code}

Enter this code at ${url}/account/config to confirm this address for the account ${username}.
The code expires in ${minutes} minutes.

If you didn't request it, ignore this email. The address won't be added.
`,
});

/** Sent to an address that belongs to another account: only its owner may learn that. */
const addressTakenEmail = ({ to, username, url }: Written): Email => ({
  to,
  subject: "Your email address is already in use on Freehold",
  text: `Someone tried to add this address to the account ${username} at ${url}.

The address belongs to another account, so nothing was changed. If this was you, sign in with that
account's wallet and remove the address there first: ${url}/account/config
`,
});
