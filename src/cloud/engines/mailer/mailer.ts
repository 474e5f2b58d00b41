/** The mail engine: how emails are sent. */

/** An email in plain text. */
export interface OutgoingEmail {
  /** Part of its Message-ID, so that a duplicate is recognized. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * `smtp`: sent through a mail server. `outbox`: stored in the database, readable on this instance. `none`: no email.
 */
export type MailTransport = "smtp" | "outbox" | "none";

export interface Mailer {
  readonly way: MailTransport;
  /** Resolves once the mail server accepted the email. Throws `MailError`. */
  send(email: OutgoingEmail): Promise<void>;
}

/** An email was not sent; the message is readable text. */
export class MailError extends Error {
  /** Permanently rejected: retrying does not help. */
  readonly permanent: boolean;

  constructor(message: string, { permanent, cause }: { readonly permanent: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.name = "MailError";
    this.permanent = permanent;
  }
}
