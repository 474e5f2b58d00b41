import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { emailCodesPerHour, emailCodeTries } from "../../../../resources/limits.ts";
import { errors } from "../../../../resources/errors.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { codeIn, emailIn } from "../../../../tests/support/mailbox.ts";
import { newOwner } from "../../../../tests/support/owner.ts";

const calls = {
  state: "GET /api/auth/user/email",
  set: "PUT /api/auth/user/email",
  verify: "POST /api/auth/user/email/verify",
  remove: "DELETE /api/auth/user/email",
  user: "GET /api/auth/user",
};
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ DEVELOPMENT_PAGES: "on" });
});

type Owner = Awaited<ReturnType<typeof newOwner>>;
const owner = (): Promise<Owner> => newOwner(cloud.url);
const unique = (): string => `${randomUUID()}@example.com`;
const post = ({ call, token }: Owner, line: string, body: object) => call(line, { token, body });
const emailOf = async ({ data }: Owner) => (await data<{ email: string | null }>(calls.user)).email;

/** Clears the sending times, as an hour does. */
const letTimePass = () => cloud.database.db.deleteFrom("email_sending").execute();

const confirmed = async (person: Owner, email: string): Promise<void> => {
  await person.data(calls.set, { email });
  await person.data(calls.verify, { code: codeIn(await emailIn(cloud.database, email)) });
};

describe("a user's email address", () => {
  it("is confirmed by an emailed code, and unknown before", async () => {
    const person = await owner();
    const email = unique();
    const pending = await person.data<{ email: string }>(calls.set, { email: ` ${email.toUpperCase()} ` });
    expect(pending.email).toBe(email);
    expect([await emailOf(person), await person.data(calls.state)]).toMatchObject([null, { email: null, pending }]);
    const letter = await emailIn(cloud.database, email);
    expect(letter.subject).toBe(`${codeIn(letter)} is your Freehold code`);
    expect(await person.data(calls.verify, { code: codeIn(letter) })).toEqual({ email });
    expect(await emailOf(person)).toBe(email);
    expect(await person.data(calls.state)).toEqual({ email, pending: null, mail: "outbox" });
    expect((await post(person, calls.verify, { code: codeIn(letter) })).body.code).toBe("EMAIL_CODE_EXPIRED");
    await person.data(calls.remove);
    expect(await emailOf(person)).toBeNull();
  });

  it("stays while another one awaits confirmation", async () => {
    const person = await owner();
    const [first, second] = [unique(), unique()];
    await confirmed(person, first);
    await letTimePass();
    await person.data(calls.set, { email: second });
    expect(await emailOf(person)).toBe(first);
    await person.data(calls.verify, { code: codeIn(await emailIn(cloud.database, second)) });
    expect(await emailOf(person)).toBe(second);
  });

  it("email must match the email pattern, else 'Invalid Email'", async () => {
    const person = await owner();
    for (const email of ["nobody", "a@b", "a b@example.com", "a@example.com,b@example.com", "a@ex\u0000ample.com"]) {
      const { status, body } = await post(person, calls.set, { email });
      expect([status, (body as { errors?: object }).errors ?? body], email).toMatchObject([422, expect.anything()]);
      expect(JSON.stringify(body)).toContain("Invalid Email");
    }
  });

  it("can't be guessed: after five attempts the right code is refused", async () => {
    const person = await owner();
    const email = unique();
    await person.data(calls.set, { email });
    const code = codeIn(await emailIn(cloud.database, email));
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < emailCodeTries; tries += 1)
      expect((await post(person, calls.verify, { code: wrong })).body.code).toBe("EMAIL_CODE_WRONG");
    expect((await post(person, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    expect(await emailOf(person)).toBeNull();
  });

  it("is not confirmed by an expired code, or another user's", async () => {
    const [person, stranger] = [await owner(), await owner()];
    const email = unique();
    await person.data(calls.set, { email });
    const code = codeIn(await emailIn(cloud.database, email));
    expect((await post(stranger, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    const past = new Date(Date.now() - 1000);
    await cloud.database.db
      .updateTable("email_request")
      .set({ expires_at: past })
      .where("address", "=", email)
      .execute();
    expect((await post(person, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    expect(await person.data(calls.state)).toMatchObject({ pending: null });
  });

  it("of another account looks like any other from outside; only the email differs", async () => {
    const [person, stranger] = [await owner(), await owner()];
    const email = unique();
    await confirmed(person, email);
    await letTimePass();
    const taken = await post(stranger, calls.set, { email });
    await letTimePass();
    const free = await post(await owner(), calls.set, { email: unique() });
    expect([taken.status, Object.keys(taken.body.data)]).toEqual([free.status, Object.keys(free.body.data)]);
    const letter = await emailIn(cloud.database, email, "another account");
    expect(letter.body).not.toMatch(/\b\d{6}\b/);
    expect((await post(stranger, calls.verify, { code: "123456" })).body.code).toBe("EMAIL_CODE_WRONG");
    expect([await emailOf(person), await emailOf(stranger)]).toEqual([email, null]);
  });

  it("belongs to one user: the first of two mailbox holders to confirm gets it", async () => {
    const [one, other] = [await owner(), await owner()];
    const email = unique();
    await one.data(calls.set, { email });
    const first = codeIn(await emailIn(cloud.database, email));
    await letTimePass();
    await other.data(calls.set, { email });
    const second = codeIn(await emailIn(cloud.database, email));
    await other.data(calls.verify, { code: second });
    expect((await post(one, calls.verify, { code: first })).body.code).toBe("EMAIL_TAKEN");
    expect([await emailOf(one), await emailOf(other)]).toEqual([null, email]);
  });

  it("receives at most one email a minute and ten an hour, from all users together", async () => {
    const email = unique();
    const [one, other] = [await owner(), await owner()];
    await one.data(calls.set, { email });
    for (const person of [one, other]) {
      const { status, body } = await post(person, calls.set, { email });
      expect([status, body.code, body.message]).toEqual([429, "EMAIL_TOO_SOON", errors.EMAIL_TOO_SOON.message]);
    }
    const longAgo = () =>
      cloud.database.db
        .updateTable("email_sending")
        .set({ sent_at: new Date(Date.now() - 120_000) })
        .execute();
    for (let letters = 1; letters < emailCodesPerHour; letters += 1) {
      await longAgo();
      await one.data(calls.set, { email });
    }
    await longAgo();
    expect((await post(other, calls.set, { email })).status).toBe(429);
  });
});

describe("the mailbox of a development instance", () => {
  interface Shown {
    readonly items: { readonly id: string; readonly to: string; readonly subject: string }[];
  }
  const mailboxOf = async ({ data }: Owner) => (await data<Shown>("GET /api/auth/dev/mailbox")).items;

  it("shows a code to the user who entered the address only", async () => {
    const [person, stranger] = [await owner(), await owner()];
    const email = unique();
    await person.data(calls.set, { email });
    const [code, ...more] = await mailboxOf(person);
    expect([code!.to, more]).toEqual([email, []]);
    expect(await mailboxOf(stranger)).toEqual([]);
    const line = `GET /api/auth/dev/mailbox/${code!.id}`;
    expect((await person.call(line, { token: person.token })).status).toBe(200);
    expect((await stranger.call(line, { token: stranger.token })).status).toBe(404);
  });

  it("shows a confirmed address's emails to its owner, not to users who enter it or confirm it later", async () => {
    const [person, stranger, heir] = [await owner(), await owner(), await owner()];
    const email = unique();
    await confirmed(person, email);
    await letTimePass();
    await stranger.data(calls.set, { email });
    expect((await mailboxOf(person))[0]!.subject).toContain("already in use");
    expect(await mailboxOf(stranger)).toEqual([]);
    await person.data(calls.remove);
    await letTimePass();
    await confirmed(heir, email);
    expect((await mailboxOf(heir)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/is your Freehold code/),
    ]);
  });
});

it("is refused with the reason when email is not configured", async () => {
  const { url } = await testCloud();
  const person = await newOwner(url);
  expect(await person.data(calls.state)).toEqual({ email: null, pending: null, mail: "none" });
  const { status, body } = await post(person, calls.set, { email: "ann@example.com" });
  expect([status, body.code, body.message]).toEqual([409, "MAIL_NOT_CONFIGURED", errors.MAIL_NOT_CONFIGURED.message]);
  expect((await person.call("GET /api/auth/dev/mailbox", { token: person.token })).status).toBe(404);
});
