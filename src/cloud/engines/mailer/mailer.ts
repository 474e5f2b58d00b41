/** The mail engine: how letters leave this cloud. */

/** A letter in plain text. */
export interface OutgoingLetter {
  /** Becomes part of its Message-ID: sent twice, it is recognised as the same. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * `smtp`: by a mail server. `outbox`: it stays in the database, to be read on this machine. `none`: there is no mail.
 */
export type MailWay = "smtp" | "outbox" | "none";

export interface Mailer {
  readonly way: MailWay;
  /** Resolves once the mail server has taken the letter. Throws `MailError`. */
  send(letter: OutgoingLetter): Promise<void>;
}

/** A letter did not leave; the message is a sentence for people. */
export class MailError extends Error {
  /** Refused for good: trying again does not help. */
  readonly permanent: boolean;

  constructor(message: string, { permanent, cause }: { readonly permanent: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.name = "MailError";
    this.permanent = permanent;
  }
}
