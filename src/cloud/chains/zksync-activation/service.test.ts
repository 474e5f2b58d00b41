import { pino } from "pino";
import { beforeAll, expect, it } from "vitest";
import { zkSyncActivationWei } from "../../../../resources/chains/zksync-limits.ts";
import { scriptedChain } from "../../../../tests/support/chains/scripted-chain.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Engines } from "../../engines/engines.ts";
import { createZkSyncActivation } from "./service.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});

const collector = `0x${"c0".repeat(20)}`;

/** The service with a paid transfer; records registrations. */
const serviceWith = async (options: {
  readonly ownChains: boolean;
  readonly ownLedger: boolean;
  readonly fails?: boolean;
}) => {
  const { userId, account } = await web.signIn();
  const { evm, chain } = scriptedChain();
  const polygon = { ...chain, signer: async () => ({ address: collector }) };
  const op = { type: "Transfer", from: account.address, to: collector, token: 0, amount: String(zkSyncActivationWei) };
  const queued: unknown[] = [];
  const engines = {
    database: web.database,
    evm: { ...evm, embedded: options.ownChains, find: (key: string) => (key === "polygon" ? polygon : undefined) },
    jobs: { send: async (_trx: unknown, _queue: string, data: unknown) => void queued.push(data) },
    zkSyncLite: {
      isEmbedded: options.ownLedger,
      handler: options.ownLedger ? {} : undefined,
      transactions: async () => {
        if (options.fails) throw new Error("no answer");
        return [{ txHash: "sync-tx:1", status: "finalized", op }];
      },
    },
  } as unknown as Engines;
  const activation = {
    of: async () => ({ handled: false, wallet: account.address, uid: "", pending: false }),
    sign: () => Promise.reject(new Error("Nothing is signed here.")),
  };
  const chainEvents = { hint: () => undefined };
  const log = pino({ level: "silent" });
  const service = createZkSyncActivation({
    engines,
    activation,
    chainEvents,
    log,
    auth: web.auth,
    notices: web.notices,
  });
  const find = async () => {
    const state = await service.find(web.database.db, userId);
    if (state === "paid") await web.database.db.transaction().execute((trx) => service.register(trx, userId));
    return state !== "missing";
  };
  return { userId, queued, find, offer: () => service.offer(web.database.db, userId) };
};

it("accepts a transfer from the network's history for a registration on public chains", async () => {
  const { userId, queued, find, offer } = await serviceWith({ ownChains: false, ownLedger: false });
  expect(await offer()).toMatchObject({ collector, rpcUrl: "" });
  expect(await find()).toBe(true);
  expect(queued).toEqual([{ personId: userId }]);
});

it("rejects transfers of the local ledger there, because its ETH is free and registrations cost gas", async () => {
  const { queued, find, offer } = await serviceWith({ ownChains: false, ownLedger: true });
  expect(await offer()).toMatchObject({ collector: "", rpcUrl: "" });
  expect(await find()).toBe(false);
  expect(queued).toEqual([]);
});

it("accepts transfers of the local ledger on local devnets", async () => {
  const { find, offer } = await serviceWith({ ownChains: true, ownLedger: true });
  expect(await offer()).toMatchObject({ collector, rpcUrl: "/zksync/jsrpc" });
  expect(await find()).toBe(true);
});

it("reports an unreachable zkSync Lite", async () => {
  const { queued, find } = await serviceWith({ ownChains: true, ownLedger: false, fails: true });
  await expect(find()).rejects.toMatchObject({ code: "ZKSYNC_UNREACHABLE" });
  expect(queued).toEqual([]);
});
