import { createTransport } from "nodemailer";
import { MailError, type Mailer } from "./mailer.ts";

/** What the address may say otherwise, as `?socketTimeout=60000`. */
const timeoutsMs = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
const saidMax = 300;

/** Sends by a mail server (RFC 5321), one connection a letter. TLS by STARTTLS where offered; a wrong certificate is refused. */
export const openSmtp = (address: string, from: string): Mailer => {
  const transport = createTransport(withTimeouts(address));
  return {
    way: "smtp",
    send: async ({ id, to, subject, text }) => {
      try {
        await transport.sendMail({
          from,
          // As an object, it is one address and never parsed as a list of them.
          to: { name: "", address: to },
          subject,
          text,
          messageId: `<${id}@freehold>`,
          // Told to those who would answer it by themselves (RFC 3834).
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
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

/** A 5xx answer stands (RFC 5321 §4.2.1); but of a refused sign-in or certificate whoever runs the cloud is to blame, not the letter. */
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
    return new MailError("The mail server refused our sign-in.", { permanent: false, cause: error });
  if (response === undefined) return new MailError(unreached(message), { permanent: false, cause: error });
  const said = response.replaceAll(/\s+/g, " ").slice(0, saidMax);
  return new MailError(`The mail server answered: ${said}`, { permanent: responseCode >= 500, cause: error });
};

const unreached = (message: string): string => `The mail server could not be reached: ${message.slice(0, saidMax)}`;
