import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { emailCodesPerHour, emailCodeTries } from "../../../../resources/limits.ts";
import { errors } from "../../../../resources/errors.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { codeIn, letterIn } from "../../../../tests/support/mailbox.ts";
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

/** Forgets when letters were sent, as an hour does. */
const letTimePass = () => cloud.database.db.deleteFrom("email_sending").execute();

const confirmed = async (person: Owner, email: string): Promise<void> => {
  await person.data(calls.set, { email });
  await person.data(calls.verify, { code: codeIn(await letterIn(cloud.database, email)) });
};

describe("the e-mail address of a person", () => {
  it("is confirmed by the code of a letter, and only then known", async () => {
    const person = await owner();
    const email = unique();
    const pending = await person.data<{ email: string }>(calls.set, { email: ` ${email.toUpperCase()} ` });
    expect(pending.email).toBe(email);
    expect([await emailOf(person), await person.data(calls.state)]).toMatchObject([null, { email: null, pending }]);
    const letter = await letterIn(cloud.database, email);
    expect(letter.subject).toBe(`${codeIn(letter)} is your code for Freehold`);
    expect(await person.data(calls.verify, { code: codeIn(letter) })).toEqual({ email });
    expect(await emailOf(person)).toBe(email);
    expect(await person.data(calls.state)).toEqual({ email, pending: null, mail: "outbox" });
    expect((await post(person, calls.verify, { code: codeIn(letter) })).body.code).toBe("EMAIL_CODE_EXPIRED");
    await person.data(calls.remove);
    expect(await emailOf(person)).toBeNull();
  });

  it("stays while another one waits for its code", async () => {
    const person = await owner();
    const [first, second] = [unique(), unique()];
    await confirmed(person, first);
    await letTimePass();
    await person.data(calls.set, { email: second });
    expect(await emailOf(person)).toBe(first);
    await person.data(calls.verify, { code: codeIn(await letterIn(cloud.database, second)) });
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

  it("is not confirmed by guessing: after five tries the right code is no longer taken", async () => {
    const person = await owner();
    const email = unique();
    await person.data(calls.set, { email });
    const code = codeIn(await letterIn(cloud.database, email));
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < emailCodeTries; tries += 1)
      expect((await post(person, calls.verify, { code: wrong })).body.code).toBe("EMAIL_CODE_WRONG");
    expect((await post(person, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    expect(await emailOf(person)).toBeNull();
  });

  it("is not confirmed by a code that is too old, or another person's", async () => {
    const [person, stranger] = [await owner(), await owner()];
    const email = unique();
    await person.data(calls.set, { email });
    const code = codeIn(await letterIn(cloud.database, email));
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

  it("of another account looks like any other from outside; the letter says it instead", async () => {
    const [person, stranger] = [await owner(), await owner()];
    const email = unique();
    await confirmed(person, email);
    await letTimePass();
    const taken = await post(stranger, calls.set, { email });
    await letTimePass();
    const free = await post(await owner(), calls.set, { email: unique() });
    expect([taken.status, Object.keys(taken.body.data)]).toEqual([free.status, Object.keys(free.body.data)]);
    const letter = await letterIn(cloud.database, email, "another account");
    expect(letter.body).not.toMatch(/\b\d{6}\b/);
    expect((await post(stranger, calls.verify, { code: "123456" })).body.code).toBe("EMAIL_CODE_WRONG");
    expect([await emailOf(person), await emailOf(stranger)]).toEqual([email, null]);
  });

  it("is one person's: of two who hold its mailbox the first to confirm has it", async () => {
    const [one, other] = [await owner(), await owner()];
    const email = unique();
    await one.data(calls.set, { email });
    const first = codeIn(await letterIn(cloud.database, email));
    await letTimePass();
    await other.data(calls.set, { email });
    const second = codeIn(await letterIn(cloud.database, email));
    await other.data(calls.verify, { code: second });
    expect((await post(one, calls.verify, { code: first })).body.code).toBe("EMAIL_TAKEN");
    expect([await emailOf(one), await emailOf(other)]).toEqual([null, email]);
  });

  it("gets a letter a minute and ten an hour, whoever asks", async () => {
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

it("where a cloud sends no mail, an address is refused with the reason", async () => {
  const { url } = await testCloud();
  const person = await newOwner(url);
  expect(await person.data(calls.state)).toEqual({ email: null, pending: null, mail: "none" });
  const { status, body } = await post(person, calls.set, { email: "ann@example.com" });
  expect([status, body.code, body.message]).toEqual([409, "MAIL_NOT_CONFIGURED", errors.MAIL_NOT_CONFIGURED.message]);
  expect((await person.call("GET /api/auth/dev/mailbox", { token: person.token })).status).toBe(404);
});
