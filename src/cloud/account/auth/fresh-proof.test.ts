import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCall } from "../../../../resources/declare/define.ts";
import type { Answer } from "../../../../tests/support/server/api.ts";
import {
  ageSignIns,
  freshlySigned,
  messagesIn,
  signedHeader,
} from "../../../../tests/support/account/fresh-signature.ts";
import { linkWallet } from "../../../../tests/support/account/link-wallet.ts";
import { signIn } from "../../../../tests/support/account/sign-in.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { AppError } from "../../kernel/app-error.ts";
import { inPhases, route } from "../../kernel/calls/route.ts";

const sold = {
  summary: "Sells something for good.",
  can: "person",
  body: z.object({ what: z.string(), price: z.number() }),
  reply: z.object({ receipt: z.string() }),
} as const;
const sell = defineCall("POST $hosting/sell", { ...sold, fresh: "Sell {what} for {price} LAND." });
const rent = defineCall("POST $hosting/rent", { ...sold, fresh: "Rent {what} for {price} LAND." });

const done: string[] = [];
const prepared: string[] = [];
let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({
    calls: [sell, rent],
    routes: [
      route(
        sell,
        inPhases({
          prepare: async ({ body }) => void prepared.push(body.what),
          write: async ({ body, afterCommit }) => {
            if (body.price < 0) throw new AppError("LIMIT_REACHED");
            afterCommit(() => void done.push(body.what));
            return { receipt: crypto.randomUUID() };
          },
        }),
      ),
      route(rent, async ({ body, afterCommit }) => {
        afterCommit(() => void done.push(body.what));
        return { receipt: crypto.randomUUID() };
      }),
    ],
  });
});
beforeEach(() => {
  done.length = 0;
  prepared.length = 0;
});

const newWallet = () => privateKeyToAccount(generatePrivateKey());
const house = { what: "house", price: 5 };
const ask = (token: string, headers: Record<string, string> = {}, body: object = house, call = "sell") =>
  web.call(`POST /api/hosting/${call}`, { token, body, headers });

/** Signed in too long ago. */
const staleUser = async () => {
  const wallet = newWallet();
  const { accessToken: token, refreshToken } = await signIn(web.url, wallet);
  await ageSignIns(web.database.db);
  return { wallet, token, refreshToken };
};

/** Links a second wallet in a new session. */
const link = async (wallet: ReturnType<typeof newWallet>, second: ReturnType<typeof newWallet>) =>
  linkWallet(web.call, (await signIn(web.url, wallet)).accessToken, second);

const expectRefused = (answer: Answer): void => {
  expect([answer.status, answer.body.code]).toEqual([428, "FRESH_SIGNATURE_REQUIRED"]);
  expect([done, prepared]).toEqual([[], []]);
};

describe("a call that requires a fresh signature", () => {
  it("requires none within five minutes of the sign-in", async () => {
    const { accessToken } = await signIn(web.url, newWallet());
    expect((await ask(accessToken)).status).toBe(200);
    expect(done).toEqual(["house"]);
  });

  it("is refused with a message for each of the user's wallets that states the request and this origin", async () => {
    const { token, wallet } = await staleUser();
    const second = newWallet();
    await link(wallet, second);
    const refused = await ask(token, {}, { what: "käse\n", price: 1.5 });
    expectRefused(refused);
    const messages = messagesIn(refused);
    expect(messages.map(({ address }) => address)).toEqual([wallet.address, second.address]);
    for (const { address, nonce, message } of messages) {
      expect(message).toContain(
        `${new URL(web.url).host} wants you to sign in with your Ethereum account:\n${address}`,
      );
      expect(message).toContain("\n\nSell k?se? for 1.5 LAND.\n\n");
      expect(message).toContain(`Nonce: ${nonce}`);
    }
  });

  it("accepts the signature of any of the user's wallets", async () => {
    const { token, wallet } = await staleUser();
    const second = newWallet();
    await link(wallet, second);
    expect((await ask(token, await freshlySigned(await ask(token), second))).status).toBe(200);
    expect(done).toEqual(["house"]);
  });

  it("uses a signature once, even in parallel requests", async () => {
    const { token, wallet } = await staleUser();
    const headers = await freshlySigned(await ask(token), wallet);
    const twins = await Promise.all(Array.from({ length: 6 }, () => ask(token, headers)));
    expect(twins.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(twins.filter(({ status }) => status === 428)).toHaveLength(5);
    expect(done).toEqual(["house"]);
    done.length = prepared.length = 0;
    expectRefused(await ask(token, headers));
  });

  it("keeps the signature for a retry after another error", async () => {
    const { token, wallet } = await staleUser();
    const unsound = { what: "house", price: -1 };
    const headers = await freshlySigned(await ask(token, {}, unsound), wallet);
    for (const _ of [1, 2]) expect((await ask(token, headers, unsound)).body.code).toBe("LIMIT_REACHED");
  });

  it("replays the reply for the same Idempotency-Key, without another signature", async () => {
    const { token, wallet } = await staleUser();
    const key = { "idempotency-key": crypto.randomUUID() };
    const headers = { ...key, ...(await freshlySigned(await ask(token, key), wallet)) };
    const first = await ask(token, headers);
    expect(first.status).toBe(200);
    for (const again of [headers, key]) expect((await ask(token, again)).text).toBe(first.text);
    expect(done).toEqual(["house"]);
  });

  it("rejects a signature of another statement, of the same call or another one", async () => {
    const { token, wallet } = await staleUser();
    const headers = await freshlySigned(await ask(token), wallet);
    expectRefused(await ask(token, headers, { what: "house", price: 4 }));
    expectRefused(await ask(token, headers, house, "rent"));
    expect((await ask(token, headers)).status).toBe(200);
  });

  it("rejects a signature of another wallet, and an altered one", async () => {
    const { token, wallet } = await staleUser();
    const refused = await ask(token);
    const { nonce, message } = messagesIn(refused)[0]!;
    expectRefused(await ask(token, signedHeader(nonce, await newWallet().signMessage({ message }))));
    expectRefused(await ask(token, signedHeader(nonce, await wallet.signMessage({ message: `${message} ` }))));
    for (const header of ["", " ", "x", `${nonce} `, `${nonce} 0x`, `${nonce} 0x12`, `0 ${nonce}`, "x".repeat(9000)])
      expectRefused(await ask(token, { "x-fresh-signature": header }));
  });

  it("rejects another user's signature, and one of a wallet that was unlinked meanwhile", async () => {
    const [ann, bob] = [await staleUser(), await staleUser()];
    const signed = await freshlySigned(await ask(ann.token), ann.wallet);
    expectRefused(await ask(bob.token, signed));
    const second = newWallet();
    await link(ann.wallet, second);
    const bySecond = await freshlySigned(await ask(ann.token), second);
    await web.call(`DELETE /api/auth/user/wallets/${second.address}`, { token: ann.token });
    expectRefused(await ask(ann.token, bySecond));
  });

  it("rejects a signature older than five minutes, or of another origin", async () => {
    const { token, wallet } = await staleUser();
    const headers = await freshlySigned(await ask(token), wallet);
    expectRefused(await ask(token, { ...headers, "x-forwarded-host": "localhost:9" }));
    await sql`update sign_in_request set expires_at = now()`.execute(web.database.db);
    expectRefused(await ask(token, headers));
  });

  it("creates no messages for a foreign host name", async () => {
    const { token } = await staleUser();
    const refused = await ask(token, { "x-forwarded-host": "evil.com" });
    expect([refused.status, refused.body.code]).toEqual([403, "SIGN_IN_ADDRESS"]);
  });

  it("rejects messages for sign-in and linking, and vice versa", async () => {
    const { token, wallet } = await staleUser();
    const { address } = wallet;
    const signInMessage = (await web.call(`GET /api/auth/web3code/${address}`)).body.data as Message;
    expectRefused(await ask(token, await signedBy(wallet, signInMessage)));
    const second = newWallet();
    const linking = await web.call(`GET /api/auth/user/wallets/${second.address}/message`, { token });
    const linkMessage = linking.body.data as Message;
    await link(wallet, second);
    expectRefused(await ask(token, await signedBy(second, linkMessage)));

    const reply = await ask(token);
    const own = messagesIn(reply).find((one) => one.address === second.address)!;
    const signature = await second.signMessage({ message: own.message });
    for (const nonce of [{ nonce: own.nonce }, {}]) {
      const body = { signature, appName: "test", ...nonce };
      expect((await web.call(`POST /api/auth/web3login/${second.address}`, { body })).status).toBe(401);
    }
    await web.call(`DELETE /api/auth/user/wallets/${second.address}`, { token });
    const body = { address: second.address, nonce: own.nonce, signature };
    const { accessToken } = await signIn(web.url, wallet);
    const linked = await web.call("POST /api/auth/user/wallets", { token: accessToken, body });
    expect([linked.status, linked.body.code]).toEqual([401, "SIGNATURE_INVALID"]);
  });

  it("does not count a refresh as a sign-in", async () => {
    const { refreshToken } = await staleUser();
    const { body } = await web.call("POST /api/auth/refresh", { body: { refreshToken } });
    expectRefused(await ask((body.data as { accessToken: string }).accessToken));
  });

  it("offers a user without a wallet nothing to sign: a new sign-in is required", async () => {
    const { db } = web.database;
    const enter = async (): Promise<string> => {
      const { data } = await db
        .transaction()
        .execute(async (trx) =>
          web.auth.openSession(trx, await web.auth.signInToken(trx, personId), { userAgent: "", ip: "" }),
        );
      return data.accessToken;
    };
    const personId = await db.transaction().execute((trx) => web.auth.addUser(trx, "No Wallet"));
    const old = await enter();
    await ageSignIns(db);
    const refused = await ask(old);
    expectRefused(refused);
    expect(messagesIn(refused)).toEqual([]);
    expect((await ask(await enter())).status).toBe(200);
  });
});

interface Message {
  readonly message: string;
  readonly nonce: string;
}

const signedBy = async (wallet: ReturnType<typeof newWallet>, { nonce, message }: Message) =>
  signedHeader(nonce, await wallet.signMessage({ message }));
