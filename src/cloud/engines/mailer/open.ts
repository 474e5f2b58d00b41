import { runsOnItsOwn, type Config } from "../../config.ts";
import { MailError, type Mailer } from "./mailer.ts";
import { openSmtp } from "./smtp.ts";

export type MailConfig = Pick<
  Config,
  "SMTP_URL" | "MAIL_FROM" | "HOST" | "PUBLIC_URL" | "DATABASE_URL" | "DEVELOPMENT_PAGES"
>;

/** Opens SMTP if configured, else the local outbox of a single-machine instance, else nothing. */
export const openMailer = (config: MailConfig): Mailer => {
  if (config.SMTP_URL !== undefined) return openSmtp(config.SMTP_URL, config.MAIL_FROM ?? defaultSender(config));
  return {
    way: runsOnItsOwn(config) ? "outbox" : "none",
    send: () => Promise.reject(new MailError("Email is not configured.", { permanent: true })),
  };
};

const defaultSender = ({ PUBLIC_URL }: MailConfig): string =>
  `Freehold <no-reply@${PUBLIC_URL === undefined ? "localhost" : new URL(PUBLIC_URL).hostname}>`;
