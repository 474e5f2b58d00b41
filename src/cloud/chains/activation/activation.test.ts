import { beforeAll, expect, it } from "vitest";
import { euidOfUser, moneyWeb } from "../../../../tests/support/billing/money.ts";
import { transactionOf } from "../../../../tests/support/chains/scripted-chain.ts";

let web: Awaited<ReturnType<typeof moneyWeb>>;
beforeAll(async () => {
  web = await moneyWeb();
});

const newUser = async () => {
  const user = await web.signIn();
  const { accessToken: token } = user;
  const registered = transactionOf(["AccountRegistered", [user.account.address, euidOfUser(user.userId)]]);
  const state = async () => (await web.call("GET /api/auth/self-handled-register-apply", { token })).body.data;
  return { ...user, token, registered, state };
};

it("an account goes from trial (onChain false) to activated (onChain true) by a confirmed registration only", async () => {
  const { token, teamId, userId, account, registered, state } = await newUser();
  const { db } = web.database;
  const unregistered = { handled: false, uid: userId.replaceAll("-", ""), wallet: account.address, pending: false };
  const body = { txn: registered.hash };
  expect(await web.call("POST /api/auth/self-handled-register", { token, body })).toMatchObject({ status: 200 });
  await web.look();
  expect(await state()).toEqual(unregistered);
  await expect(web.standing.needsActivation(db, teamId)).rejects.toMatchObject({ code: "NOT_ACTIVATED" });

  web.chain.mine(registered);
  await web.look();
  expect(await state()).toEqual({ ...unregistered, pending: true });
  await expect(web.standing.needsActivation(db, teamId)).rejects.toMatchObject({ code: "NOT_ACTIVATED" });

  await web.confirm();
  expect(await state()).toEqual({ ...unregistered, handled: true });
  await web.standing.needsActivation(db, teamId);
  expect(await web.allowance.used(db, teamId)).toMatchObject({ package: "FREE" });
  // Usage of the free RPC key.
  await web.allowance.ask(db, teamId, "COMPUTE_UNIT", 100_000_000);
});

it("a registration that the chain reverts does not count until it is confirmed again", async () => {
  const { registered, state, teamId } = await newUser();
  await web.confirm(registered);
  expect(await state()).toMatchObject({ handled: true });
  web.chain.drop(6);
  for (let more = 0; more < 8; more += 1) web.chain.mine();
  await web.look();
  expect(await state()).toMatchObject({ handled: false, pending: false });
  await web.confirm(registered);
  expect(await state()).toMatchObject({ handled: true });
  expect(await web.allowance.used(web.database.db, teamId)).toMatchObject({ package: "FREE" });
});

it("a registration of an unknown uid is ignored", async () => {
  const { account } = await newUser();
  await web.confirm(transactionOf(["AccountRegistered", [account.address, `0x${"ee".repeat(32)}`]]));
  const { rows } = await web.database.pool.query("select from activation where wallet = $1", [account.address]);
  expect(rows).toEqual([]);
});

it("the chain must accept registrations", async () => {
  const { token } = await newUser();
  const ask = (chain: string) =>
    web.call(`GET /api/auth/self-handled-register-sign-from-server?chain=${chain}`, { token });
  // Scroll is for claiming only; Ethereum has no contract here.
  expect(await ask("scroll")).toMatchObject({ status: 422 });
  expect(await ask("ethereum")).toMatchObject({ status: 404 });
});
