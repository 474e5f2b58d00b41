import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { mailKeptSeconds } from "../../../../resources/limits.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { readConfig } from "../../config.ts";
import { openJobs } from "../../engines/jobs/open.ts";
import { openMailer } from "../../engines/mailer/open.ts";
import { createMail, type Email, type Mail } from "./service.ts";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { atFileEnd } from "../../../../tests/support/file-end.ts";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly raw: string;
}

/** Accepts every email by default; `url` is the server's SMTP_URL. */
const testSmtp = async (options: SMTPServerOptions = {}) => {
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

const log = pino({ level: "silent" });
const patience = { timeout: 90_000, interval: 50 };
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** Mail with these settings, in a separate database by default. */
const open = async (settings: Record<string, string>, on?: TestDatabase) => {
  const own = on ?? (await testDatabase());
  const jobs = await openJobs(own, log);
  onTestFinished(() => jobs.close(1000));
  const mail = createMail({ database: own, jobs, mailer: openMailer(readConfig(settings)) }, log);
  await mail.define();
  return { mail, database: own, jobs };
};

const queue = ({ mail, database: on }: { mail: Mail; database: TestDatabase }, email: Email): Promise<void> =>
  on.db.transaction().execute((trx) => mail.queue(trx, email));

const stateOf = async (on: TestDatabase, to: string) =>
  on.db
    .selectFrom("mail")
    .select(["state", "problem", "attempts"])
    .where("recipient", "=", to)
    .executeTakeFirstOrThrow();

const emailTo = (to: string): Email => ({ to, subject: "Hello", text: "One line.\nAnother, with ümlauts.\n" });
const unique = (): string => `${randomUUID()}@example.com`;

describe("emails", () => {
  it("are sent by the mail server, once, in plain text, with our sender and a unique Message-ID", async () => {
    const smtp = await testSmtp();
    const opened = await open({ SMTP_URL: smtp.url, MAIL_FROM: "Freehold <cloud@example.com>" });
    await opened.mail.work();
    const to = unique();
    await queue(opened, emailTo(to));
    const { raw, from } = await smtp.emailTo(to);
    expect(from).toBe("cloud@example.com");
    expect(raw).toContain("From: Freehold <cloud@example.com>");
    expect(raw).toMatch(/Message-ID: <[0-9a-f-]{36}@freehold>/);
    expect(raw).toContain("Auto-Submitted: auto-generated");
    expect(raw).toContain("=C3=BCmlauts");
    await vi.waitFor(async () => expect(await stateOf(opened.database, to)).toMatchObject({ state: "sent" }), patience);
    expect(smtp.received).toHaveLength(1);
    const bodies = opened.database.db.selectFrom("mail").select("body").where("recipient", "=", to);
    expect(await bodies.execute()).toEqual([{ body: "" }]);
  });

  it("are deleted after a month", async () => {
    const opened = await open({}, database);
    const [old, young] = [unique(), unique()];
    await queue(opened, emailTo(old));
    await queue(opened, emailTo(young));
    const longAgo = new Date(Date.now() - (mailKeptSeconds + 60) * 1000);
    await database.db.updateTable("mail").set({ created_at: longAgo }).where("recipient", "=", old).execute();
    await opened.mail.sweep();
    const left = await database.db
      .selectFrom("mail")
      .select("recipient")
      .where("recipient", "in", [old, young])
      .execute();
    expect(left).toEqual([{ recipient: young }]);
  });

  it("of rolled-back transactions do not exist", async () => {
    const smtp = await testSmtp();
    const opened = await open({ SMTP_URL: smtp.url });
    await opened.mail.work();
    const undone = opened.database.db.transaction().execute(async (trx) => {
      await opened.mail.queue(trx, emailTo("undone@example.com"));
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await queue(opened, emailTo("kept@example.com"));
    await smtp.emailTo("kept@example.com");
    expect(smtp.received.map(({ to }) => to[0])).toEqual(["kept@example.com"]);
  });

  it("keep valid headers for any subject and address", async () => {
    const smtp = await testSmtp();
    const opened = await open({ SMTP_URL: smtp.url });
    await opened.mail.work();
    const to = unique();
    await queue(opened, { to, subject: "Hi\r\nBcc: evil@example.com\r\n\r\nbody\u2028x", text: "." });
    const { raw, to: receivers } = await smtp.emailTo(to);
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(receivers).toEqual([to]);
    expect(head).not.toMatch(/^Bcc:/m);
    expect(head.replaceAll(/\r\n /g, " ")).toContain("Subject: Hi Bcc: evil@example.com body x");
    for (const address of [
      "a@example.com, b@example.com",
      "a@example.com\r\nBcc: b@example.com",
      "<a@example.com>",
      "a b@example.com",
      "a@localhost",
      '"x"@example.com',
    ])
      await expect(queue(opened, emailTo(address)), address).rejects.toThrow("Invalid email");
  });

  it("refused permanently fail with the server's message", async () => {
    const smtp = await testSmtp({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error("No such person here"), { responseCode: 550 })),
    });
    const opened = await open({ SMTP_URL: smtp.url });
    await opened.mail.work();
    const to = unique();
    await queue(opened, emailTo(to));
    await vi.waitFor(async () => expect((await stateOf(opened.database, to)).state).toBe("failed"), patience);
    expect(await stateOf(opened.database, to)).toMatchObject({
      problem: expect.stringContaining("550 No such person here"),
      attempts: 1,
    });
  });

  it("refused temporarily are retried", async () => {
    let refusals = 0;
    const smtp = await testSmtp({
      onRcptTo: (_address, _session, done) => {
        if (refusals++ > 0) return done();
        done(Object.assign(new Error("Come back later"), { responseCode: 451 }));
      },
    });
    const opened = await open({ SMTP_URL: smtp.url });
    await opened.mail.work();
    const to = unique();
    await queue(opened, emailTo(to));
    await smtp.emailTo(to);
    await vi.waitFor(
      async () => expect(await stateOf(opened.database, to)).toEqual({ state: "sent", problem: "", attempts: 2 }),
      patience,
    );
  });

  it("wait when the server is slow, hangs, or offers untrusted TLS", async () => {
    const hanging = await testSmtp({ onMailFrom: () => undefined });
    const distrusted = await testSmtp({ disabledCommands: [] });
    for (const [url, problem] of [
      [`${hanging.url}?socketTimeout=300`, /Can't reach the mail server/],
      [distrusted.url, /reach the mail server: .*(certificate|self.signed)/i],
      ["smtp://127.0.0.1:1", /Can't reach the mail server/],
    ] as const) {
      const opened = await open({ SMTP_URL: url });
      await opened.mail.work();
      const to = unique();
      await queue(opened, emailTo(to));
      await vi.waitFor(async () => expect((await stateOf(opened.database, to)).problem).toMatch(problem), patience);
      expect((await stateOf(opened.database, to)).state, url).toBe("waiting");
    }
    expect([...hanging.received, ...distrusted.received]).toEqual([]);
  });

  it("queued before a shutdown are sent after the next start", async () => {
    const smtp = await testSmtp();
    const settings = { SMTP_URL: smtp.url };
    const first = await open(settings);
    const to = unique();
    await queue(first, emailTo(to));
    await first.jobs.close(0);
    const second = await open(settings, first.database);
    await second.mail.work();
    await smtp.emailTo(to);
  });

  it("stay in the database on development instances without a mail server; elsewhere they are refused", async () => {
    const outbox = await open({}, database);
    const to = unique();
    await queue(outbox, emailTo(to));
    expect(await stateOf(database, to)).toMatchObject({ state: "kept" });
    const none = await open({ PUBLIC_URL: "https://cloud.example" }, database);
    expect(none.mail.way).toBe("none");
    await expect(queue(none, emailTo(unique()))).rejects.toMatchObject({ code: "MAIL_NOT_CONFIGURED" });
  });
});
