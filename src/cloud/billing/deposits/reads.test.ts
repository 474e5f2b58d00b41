import { expect, it } from "vitest";
import type { PurchaseRecord } from "../../../../resources/billing/purchases.ts";
import { euidOfUser, land, moneyWeb } from "../../../../tests/support/billing/money.ts";
import { transactionOf, type ScriptedEvent } from "../../../../tests/support/chains/scripted-chain.ts";

const web = await moneyWeb();

const purchase = (account: string, resource: number, amount: bigint, until = 0n): ScriptedEvent => [
  "Purchase",
  [account, resource, amount, until, land(1), land(2)],
];

it("a team sees its purchases from the first block on, and no other team's", async () => {
  const [buyer, other] = [await web.signIn(), await web.signIn()];
  const until = BigInt(Math.floor(Date.now() / 1000) + 86_400);
  const [storage, minutes] = [
    transactionOf(purchase(euidOfUser(buyer.userId), 3, 1_073_741_824n, until)),
    transactionOf(purchase(euidOfUser(buyer.userId), 0, 600n)),
  ];
  const list = async (token: string, query = "") =>
    (await web.call(`GET /api/bill-consume/purchases${query}`, { token })).body.data as {
      items: PurchaseRecord[];
      total: number;
    };
  web.chain.mine(storage, minutes);
  await web.look();
  const pending = await list(buyer.accessToken);
  expect(pending.total).toBe(2);
  expect(pending.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ resourceType: "BUILD_TIME", size: "600", until: null, status: "PENDING" }),
      expect.objectContaining({ resourceType: "IPFS_STORAGE", size: "1073741824", until: Number(until) }),
    ]),
  );
  expect(pending.items[0]!.confirmations).toMatchObject({ seen: 1 });
  expect(await list(other.accessToken)).toEqual({ items: [], total: 0 });

  await web.confirm();
  const { txHash } = pending.items.find(({ resourceType }) => resourceType === "BUILD_TIME")!;
  const granted = await list(buyer.accessToken, `?hash=${txHash.toUpperCase().replace("0X", "0x")}`);
  expect(granted.items).toMatchObject([
    { txHash, status: "GRANTED", confirmations: null, usd: land(1).toString(), coinAmount: land(2).toString() },
  ]);
});
