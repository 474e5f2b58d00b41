import { callEngine } from "../../kernel/observe/process-metrics.ts";
import { MailError, type Mailer } from "./mailer.ts";

/** Defaults; the URL can override them, such as `?socketTimeout=60000`. */
const timeoutsMs = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
const saidMax = 300;

/**
 * Sends through a mail server (RFC 5321), with one connection per email. Uses STARTTLS if offered; rejects invalid
 * certificates.
 */
export const openSmtp = (address: string, from: string): Mailer => {
  const url = withTimeouts(address);
  // Loaded by the first email.
  const open = async () => (await import("nodemailer")).createTransport(url);
  let opened: ReturnType<typeof open> | undefined;
  return {
    way: "smtp",
    send: async ({ id, to, subject, text }) => {
      try {
        const transport = await (opened ??= open());
        const mail = {
          from,
          // An object is one address and never parsed as a list.
          to: { name: "", address: to },
          subject,
          text,
          messageId: `<${id}@freehold>`,
          // Prevents automatic replies (RFC 3834).
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        };
        await callEngine({ engine: "mail", upstream: "smtp", operation: "send" }, () => transport.sendMail(mail));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
};

const withTimeouts = (address: string): string => {
  const url = new URL(address);
  for (const [name, ms] of Object.entries(timeoutsMs)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
};

/** A 5xx response is final (RFC 5321 §4.2.1), except a rejected sign-in or certificate, which the operator must fix. */
const refusalOf = (error: unknown): MailError => {
  const {
    responseCode = 0,
    code,
    response,
    message,
  } = error as {
    readonly responseCode?: number;
    readonly code?: string;
    readonly response?: string;
    readonly message: string;
  };
  if (code === "EAUTH")
    return new MailError("The mail server rejected the sign-in.", { permanent: false, cause: error });
  if (response === undefined) return new MailError(unreached(message), { permanent: false, cause: error });
  const reply = response.replaceAll(/\s+/g, " ").slice(0, saidMax);
  return new MailError(`The mail server responded: ${reply}`, { permanent: responseCode >= 500, cause: error });
};

const unreached = (message: string): string => `Can't reach the mail server: ${message.slice(0, saidMax)}`;
