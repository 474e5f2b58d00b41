import type { PendingEmail } from "../../../../resources/account/email.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import type { Mail } from "../mail/service.ts";
import { codeLetter, takenLetter } from "./letters.ts";
import { cancel, confirm, pendingOf, request } from "./requests.ts";

/** Called once an address was confirmed, in its transaction; gives what is to be done when that is committed. */
export type EmailListener = (trx: Trx, personId: string, address: string) => Promise<() => void>;

export interface Emails {
  /** How letters leave: without mail no address can be confirmed. */
  readonly way: Mail["way"];
  /** The confirmed address. */
  addressOf(db: Db, personId: string): Promise<string | null>;
  pendingOf(db: Db, personId: string): Promise<PendingEmail | null>;
  /** Sends a code to the address. Throws MAIL_NOT_CONFIGURED and EMAIL_TOO_SOON. */
  request(trx: Trx, personId: string, address: string): Promise<PendingEmail>;
  /** Call `tell` once it is committed. Throws EMAIL_CODE_WRONG, EMAIL_CODE_EXPIRED or EMAIL_TAKEN. */
  confirm(trx: Trx, personId: string, code: string): Promise<{ readonly email: string; readonly tell: () => void }>;
  /** Gives up the address that waits for its code. */
  cancel(trx: Trx, personId: string): Promise<void>;
  /** Returns the address that there was, confirmed or not. */
  remove(trx: Trx, personId: string): Promise<string | undefined>;
  onConfirmed(listener: EmailListener): void;
}

interface Parts {
  readonly mail: Pick<Mail, "way" | "queue">;
  /** Address of the dashboard. */
  dashboardUrl(): string;
}

/** People's e-mail addresses. */
export const createEmails = ({ mail, dashboardUrl }: Parts): Emails => {
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
      await mail.queue(trx, code === undefined ? takenLetter(written) : codeLetter(written, code));
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
