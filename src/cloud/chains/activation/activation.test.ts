import { beforeAll, expect, it } from "vitest";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
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
  await expect(web.standing.requireNeeds(db, teamId, rpcKeys)).rejects.toMatchObject({ code: "NOT_ACTIVATED" });

  web.chain.mine(registered);
  await web.look();
  expect(await state()).toEqual({ ...unregistered, pending: true });
  await expect(web.standing.requireNeeds(db, teamId, rpcKeys)).rejects.toMatchObject({ code: "NOT_ACTIVATED" });

  await web.confirm();
  expect(await state()).toEqual({ ...unregistered, handled: true });
  await web.standing.requireNeeds(db, teamId, rpcKeys);
  expect(await web.allowance.used(db, teamId)).toMatchObject({ package: "FREE" });
  const logged = await db.selectFrom("operation_log").selectAll().where("team_id", "=", teamId).execute();
  expect(logged.filter(({ via }) => via === "CHAIN")).toMatchObject([
    { action: "OAUTH_ACTIVATE", person_id: userId, role: "OWNER", details: { transaction: registered.hash } },
  ]);
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

it("a wallet whose account was deleted activates the next one by its registration, and no account takes another's", async () => {
  const { registered, account, userId } = await newUser();
  await web.confirm(registered);
  const { db } = web.database;
  const report = async (by: string) =>
    web.call("POST /api/auth/self-handled-register", { token: by, body: { txn: "" } });
  const other = await newUser();
  // The wallet moves while its first account still exists.
  await db
    .updateTable("person_wallet")
    .set({ person_id: other.userId })
    .where("address", "=", account.address)
    .execute();
  await report(other.token);
  expect(await other.state()).toMatchObject({ handled: false });
  await db.updateTable("person_wallet").set({ person_id: userId }).where("address", "=", account.address).execute();
  await db.deleteFrom("team").where("owner_id", "=", userId).execute();
  await db.deleteFrom("person").where("id", "=", userId).execute();
  const again = await web.signIn(account);
  await report(again.accessToken);
  const state = await web.call("GET /api/auth/self-handled-register-apply", { token: again.accessToken });
  expect(state.body.data).toMatchObject({ handled: true, wallet: account.address });
});

it("the chain must accept registrations", async () => {
  const { token } = await newUser();
  const ask = (chain: string) =>
    web.call(`GET /api/auth/self-handled-register-sign-from-server?chain=${chain}`, { token });
  // Scroll is for claiming only; Ethereum has no contract here.
  expect(await ask("scroll")).toMatchObject({ status: 422 });
  expect(await ask("ethereum")).toMatchObject({ status: 404 });
});
