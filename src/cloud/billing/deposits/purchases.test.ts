import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it, vi } from "vitest";
import { balanceEvent } from "../../../../resources/billing/deposits.ts";
import { euidOfUser, land, moneyWeb } from "../../../../tests/support/billing/money.ts";
import { transactionOf, type ScriptedEvent } from "../../../../tests/support/chains/scripted-chain.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());

let web: Awaited<ReturnType<typeof moneyWeb>>;
beforeAll(async () => {
  web = await moneyWeb(undefined, { OPERATORS: operatorKey.address });
});

const purchase = (account: string, resource: number, amount: bigint, until = 0n): ScriptedEvent => [
  "Purchase",
  [account, resource, amount, until, land(1), land(2)],
];
const allowed = async (teamId: string, resource: MeteredResource): Promise<bigint> => {
  const { resources } = await web.allowance.used(web.database.db, teamId);
  return resources.find((one) => one.resource === resource)!.allowed;
};
const statusOf = async (teamId: string) =>
  (await web.database.db.selectFrom("purchase").selectAll().where("team_id", "=", teamId).execute()).map(
    ({ status, resource }) => ({ status, resource }),
  );

it("Resource purchase types: BUILD_TIME, TRAFFIC, AR_STORAGE, IPFS_STORAGE, each with an amount and an optional until timestamp", async () => {
  const { userId, teamId } = await web.signIn();
  const account = euidOfUser(userId);
  const all = ["BUILD_TIME", "TRAFFIC", "AR_STORAGE", "IPFS_STORAGE"] as const;
  const before = await Promise.all(all.map((resource) => allowed(teamId, resource)));
  const until = BigInt(Math.floor(Date.now() / 1000) + 3600);
  await web.confirm(
    transactionOf(...all.map((resource, at) => purchase(account, at, 1000n, resource === "IPFS_STORAGE" ? until : 0n))),
  );
  const after = await Promise.all(all.map((resource) => allowed(teamId, resource)));
  expect(after).toEqual(before.map((amount) => amount + 1000n));
  expect(await statusOf(teamId)).toHaveLength(4);
  const logged = web.database.db.selectFrom("operation_log").selectAll().where("team_id", "=", teamId);
  const found = await logged.where("action", "=", "BILL_PURCHASE").orderBy("id").execute();
  const labels = ["build time", "traffic", "storage on Arweave", "storage on IPFS"];
  expect(found.map(({ target, via }) => `${target} ${via}`)).toEqual(labels.map((label) => `${label} CHAIN`));
  expect(found[0]!.details).toMatchObject({ amount: "1000", network: "Polygon" });
});

it("is granted when confirmed and ends when the chain reverts it", async () => {
  const { userId, teamId } = await web.signIn();
  const before = await allowed(teamId, "TRAFFIC");
  const bought = transactionOf(purchase(euidOfUser(userId), 1, 5000n));
  web.chain.mine(bought);
  await web.look();
  expect(await statusOf(teamId)).toEqual([{ status: "PENDING", resource: "TRAFFIC" }]);
  expect(await allowed(teamId, "TRAFFIC")).toBe(before);
  await web.confirm();
  expect(await allowed(teamId, "TRAFFIC")).toBe(before + 5000n);
  web.chain.drop(9);
  for (let more = 0; more < 12; more += 1) web.chain.mine();
  await web.look();
  expect(await allowed(teamId, "TRAFFIC")).toBe(before);
  expect(await statusOf(teamId)).toMatchObject([{ status: "REVERSED" }]);
  await web.confirm(bought);
  expect(await allowed(teamId, "TRAFFIC")).toBe(before + 5000n);
});

it("tells open screens to reload with each confirming block", async () => {
  const { userId } = await web.signIn();
  const notify = vi.spyOn(web.realtime, "toUser");
  web.chain.mine(transactionOf(purchase(euidOfUser(userId), 1, 5000n)));
  await web.look();
  notify.mockClear();
  web.chain.mine();
  await web.look();
  expect(notify.mock.calls.filter(([to, event]) => to === userId && event === balanceEvent)).toHaveLength(1);
  notify.mockRestore();
  await web.confirm();
});

it("with amounts and dates beyond the database's range does not stop the chain", async () => {
  const { userId, teamId } = await web.signIn();
  const account = euidOfUser(userId);
  await web.confirm(
    transactionOf(
      purchase(account, 3, 2n ** 255n, 2n ** 64n - 1n),
      purchase(account, 0, 60n),
      purchase(`0x${"ee".repeat(32)}`, 0, 60n),
      purchase(account, 9, 1n),
    ),
  );
  expect(await statusOf(teamId)).toMatchObject([{ status: "GRANTED" }, { status: "GRANTED" }]);
  expect(await allowed(teamId, "IPFS_STORAGE")).toBeGreaterThan(2n ** 62n);
  expect(web.logged).toEqual([]);
});

it("for an unknown account waits until an operator assigns it to a team, once; reverted with its chain", async () => {
  const { accessToken } = await web.signIn(operatorKey);
  const user = await web.signIn();
  const before = await allowed(user.teamId, "TRAFFIC");
  const { hash } = web.chain.mine(transactionOf(purchase(`0x${"ab".repeat(32)}`, 1, 3n * 1024n ** 3n)))
    .transactions[0]!;
  await web.confirm();
  const path = "bill-consume/operator/purchases";
  const { body: listed } = await web.call(`GET /api/${path}?keyword=${hash}`, { token: accessToken });
  const [entry] = (listed.data as { items: { id: string }[] }).items;
  expect(entry).toMatchObject({ status: "SUSPENSE", bought: "3 GB of traffic", paid: "$1.00", txHash: hash });
  const notices = (await web.call("GET /api/auth/broadcast", { token: accessToken })).body.data as object[];
  expect(JSON.stringify(notices)).toContain("Unassigned purchase");
  const assign = (uid: string, token = accessToken) =>
    web.call(`PUT /api/${path}/${entry!.id}`, { token, body: { uid } });
  const uid = user.userId.replaceAll("-", "");
  expect((await assign(uid, user.accessToken)).status).toBe(404);
  expect(await assign("nobody")).toMatchObject({ status: 422 });
  expect((await assign(uid)).body.data).toMatchObject({ status: "GRANTED", uid });
  expect(await allowed(user.teamId, "TRAFFIC")).toBe(before + 3n * 1024n ** 3n);
  expect(await assign(uid)).toMatchObject({ status: 409, body: { code: "PURCHASE_ASSIGNED" } });
  expect(await allowed(user.teamId, "TRAFFIC")).toBe(before + 3n * 1024n ** 3n);
  web.chain.drop(9);
  for (let more = 0; more < 12; more += 1) web.chain.mine();
  await web.look();
  expect(await allowed(user.teamId, "TRAFFIC")).toBe(before);
});
