/** Runs a local mail server that receives the emails of tests. */
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { vi } from "vitest";
import { atFileEnd } from "../file-end.ts";

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly raw: string;
}

/** Accepts every email by default; `url` is the server's SMTP_URL. */
export const testSmtp = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, { envelope }, done) => {
      const { mailFrom, rcptTo } = envelope;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
    ...options,
  });
  // A disconnecting client is not a server error.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atFileEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as { port: number };

  /** Waits for the latest email to an address. */
  const emailTo = (address: string): Promise<Received> =>
    vi.waitFor(
      () => {
        const found = received.findLast(({ to }) => to.includes(address));
        if (!found) throw new Error(`No letter to ${address} yet.`);
        return found;
      },
      { timeout: 60_000, interval: 20 },
    );
  return { url: `smtp://127.0.0.1:${port}`, port, received, emailTo };
};
