import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { emailCodesPerHour, emailCodeTries } from "../../../../resources/limits.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { codeIn, emailIn } from "../../../../tests/support/account/mailbox.ts";
import { newOwner } from "../../../../tests/support/account/owner.ts";

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

const confirmed = async (user: Owner, email: string): Promise<void> => {
  await user.data(calls.set, { email });
  await user.data(calls.verify, { code: codeIn(await emailIn(cloud.database, email)) });
};

describe("a user's email address", () => {
  it("is confirmed by an emailed code, and unknown before", async () => {
    const user = await owner();
    const email = unique();
    const pending = await user.data<{ email: string }>(calls.set, { email: ` ${email.toUpperCase()} ` });
    expect(pending.email).toBe(email);
    expect([await emailOf(user), await user.data(calls.state)]).toMatchObject([null, { email: null, pending }]);
    const received = await emailIn(cloud.database, email);
    expect(received.subject).toBe(`${codeIn(received)} is your Freehold code`);
    expect(await user.data(calls.verify, { code: codeIn(received) })).toEqual({ email });
    expect(await emailOf(user)).toBe(email);
    expect(await user.data(calls.state)).toEqual({ email, pending: null, mail: "outbox" });
    expect((await post(user, calls.verify, { code: codeIn(received) })).body.code).toBe("EMAIL_CODE_EXPIRED");
    await user.data(calls.remove);
    expect(await emailOf(user)).toBeNull();
  });

  it("stays while another one awaits confirmation", async () => {
    const user = await owner();
    const [first, second] = [unique(), unique()];
    await confirmed(user, first);
    await letTimePass();
    await user.data(calls.set, { email: second });
    expect(await emailOf(user)).toBe(first);
    await user.data(calls.verify, { code: codeIn(await emailIn(cloud.database, second)) });
    expect(await emailOf(user)).toBe(second);
  });

  it("email must match the email pattern, else 'Invalid email'", async () => {
    const user = await owner();
    for (const email of ["nobody", "a@b", "a b@example.com", "a@example.com,b@example.com", "a@ex\u0000ample.com"]) {
      const { status, body } = await post(user, calls.set, { email });
      expect([status, (body as { errors?: object }).errors ?? body], email).toMatchObject([422, expect.anything()]);
      expect(JSON.stringify(body)).toContain("Invalid email");
    }
  });

  it("can't be guessed: after five attempts the right code is refused", async () => {
    const user = await owner();
    const email = unique();
    await user.data(calls.set, { email });
    const code = codeIn(await emailIn(cloud.database, email));
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < emailCodeTries; tries += 1)
      expect((await post(user, calls.verify, { code: wrong })).body.code).toBe("EMAIL_CODE_WRONG");
    expect((await post(user, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    expect(await emailOf(user)).toBeNull();
  });

  it("is not confirmed by an expired code, or another user's", async () => {
    const [user, stranger] = [await owner(), await owner()];
    const email = unique();
    await user.data(calls.set, { email });
    const code = codeIn(await emailIn(cloud.database, email));
    expect((await post(stranger, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    const past = new Date(Date.now() - 1000);
    await cloud.database.db
      .updateTable("email_request")
      .set({ expires_at: past })
      .where("address", "=", email)
      .execute();
    expect((await post(user, calls.verify, { code })).body.code).toBe("EMAIL_CODE_EXPIRED");
    expect(await user.data(calls.state)).toMatchObject({ pending: null });
  });

  it("of another account looks like any other from outside; only the email differs", async () => {
    const [user, stranger] = [await owner(), await owner()];
    const email = unique();
    await confirmed(user, email);
    await letTimePass();
    const response = await post(stranger, calls.set, { email });
    await letTimePass();
    const free = await post(await owner(), calls.set, { email: unique() });
    expect([response.status, Object.keys(response.body.data)]).toEqual([free.status, Object.keys(free.body.data)]);
    const received = await emailIn(cloud.database, email, "another account");
    expect(received.body).not.toMatch(/\b\d{6}\b/);
    expect((await post(stranger, calls.verify, { code: "123456" })).body.code).toBe("EMAIL_CODE_WRONG");
    expect([await emailOf(user), await emailOf(stranger)]).toEqual([email, null]);
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
    for (const user of [one, other]) {
      const { status, body } = await post(user, calls.set, { email });
      expect([status, body.code, body.message]).toEqual([429, "EMAIL_TOO_SOON", errors.EMAIL_TOO_SOON.message]);
    }
    const longAgo = () =>
      cloud.database.db
        .updateTable("email_sending")
        .set({ sent_at: new Date(Date.now() - 120_000) })
        .execute();
    for (let count = 1; count < emailCodesPerHour; count += 1) {
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
    const [user, stranger] = [await owner(), await owner()];
    const email = unique();
    await user.data(calls.set, { email });
    const [code, ...more] = await mailboxOf(user);
    expect([code!.to, more]).toEqual([email, []]);
    expect(await mailboxOf(stranger)).toEqual([]);
    const line = `GET /api/auth/dev/mailbox/${code!.id}`;
    expect((await user.call(line, { token: user.token })).status).toBe(200);
    expect((await stranger.call(line, { token: stranger.token })).status).toBe(404);
  });

  it("shows a confirmed address's emails to its owner, not to users who enter it or confirm it later", async () => {
    const [user, stranger, heir] = [await owner(), await owner(), await owner()];
    const email = unique();
    await confirmed(user, email);
    await letTimePass();
    await stranger.data(calls.set, { email });
    expect((await mailboxOf(user))[0]!.subject).toContain("already in use");
    expect(await mailboxOf(stranger)).toEqual([]);
    await user.data(calls.remove);
    await letTimePass();
    await confirmed(heir, email);
    expect((await mailboxOf(heir)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/is your Freehold code/),
    ]);
  });
});

it("is refused with the reason when email is not configured", async () => {
  const { url } = await testCloud();
  const user = await newOwner(url);
  expect(await user.data(calls.state)).toEqual({ email: null, pending: null, mail: "none" });
  const { status, body } = await post(user, calls.set, { email: "ann@example.com" });
  expect([status, body.code, body.message]).toEqual([409, "MAIL_NOT_CONFIGURED", errors.MAIL_NOT_CONFIGURED.message]);
  expect((await user.call("GET /api/auth/dev/mailbox", { token: user.token })).status).toBe(404);
});
