/** Runs the rollups engine on local chains and a separate database. */
import { randomUUID } from "node:crypto";
import type { JsonRpcProvider } from "ethers";
import { pino } from "pino";
import { expect, vi } from "vitest";
import type { RollupRole } from "../../../resources/raas/rollups.ts";
import { providerOf, walletOf } from "../../../src/cloud/engines/evm/provider.ts";
import { RpcError } from "../../../src/cloud/engines/network/rpc-error.ts";
import { privateKeyOf } from "../../../src/cloud/devnet/rollups/keys.ts";
import { openEmbeddedRollups, type EmbeddedRollups } from "../../../src/cloud/devnet/rollups/open.ts";
import type { RollupOrder } from "../../../src/cloud/engines/rollups/rollups.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { testEvm, type TestEvm } from "./evm.ts";
import { oneProcess } from "../server/owners.ts";
import { receiptOf } from "./evm-chain.ts";
import { atFileEnd } from "../file-end.ts";
import { patience } from "../patience.ts";

export interface TestRollups extends EmbeddedRollups {
  readonly evm: TestEvm;
  /** Logged warnings and errors. */
  readonly faults: Record<string, unknown>[];
  /** Removes a role's coins on the settlement chain. */
  impoverish(id: string, role: RollupRole): Promise<void>;
}

interface Options {
  readonly evm?: TestEvm;
  readonly idleMs?: number;
}

/** Opens the engine on new chains unless given; closed when the test file ends. Withdrawals are paid after a second. */
export const testRollups = async ({ evm: given, idleMs }: Options = {}): Promise<TestRollups> => {
  const evm = given ?? (await testEvm());
  const faults: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => faults.push(JSON.parse(line) as Record<string, unknown>) });
  const { database, dataDir } = evm;
  const encryption = createSecretBox({ DATA_DIR: dataDir, SECRET_KEY: "the same secret in all of these tests" });
  const idle = idleMs === undefined ? {} : { idleMs };
  const place = { database, encryption, evm, dataDir, blockMs: 20, withdrawPeriod: 1 };
  const rollups = await openEmbeddedRollups({ ...place, ...oneProcess(), ...idle, log });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= rollups.close());
  atFileEnd(close);
  const impoverish = async (id: string, role: RollupRole): Promise<void> => {
    const row = await database.db.selectFrom("rollup_chain").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const provider = await evm.find(row.settlement)!.connect();
    const wallet = walletOf(privateKeyOf(encryption, row, role), provider);
    const gasPrice = 3_000_000_000n;
    const value = (await provider.getBalance(wallet.address)) - 21_000n * gasPrice;
    await receiptOf(
      provider,
      await wallet.sendTransaction({ to: `0x${"d0".repeat(20)}`, value, gasPrice, gasLimit: 21_000n }),
    );
  };
  return { ...rollups, close, evm, faults, impoverish };
};

let chainId = 909_001;
/** Returns an order with a unique chain ID. */
export const rollupOrder = (more: Partial<RollupOrder> = {}): RollupOrder => ({
  id: randomUUID(),
  name: "Harbour",
  chainId: chainId++,
  framework: "OP",
  settlement: "ethereum",
  ...more,
});

/** Creates a client of a rollup's public JSON-RPC. */
export const rollupProvider = ({ handle }: Pick<EmbeddedRollups, "handle">, { chainId: id }: RollupOrder) =>
  providerOf(async (method, params) => {
    const answer = (await handle(id, { jsonrpc: "2.0", id: 1, method, params })) as Answer;
    if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
    return answer.result;
  }, id) satisfies JsonRpcProvider;

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Waits until all blocks are on the settlement chain. Returns the last block's number. */
export const settled = async ({ health, evm }: TestRollups, id: string): Promise<number> => {
  await vi.waitFor(async () => {
    const { height, batched, proposed } = await health(id);
    const blocks = await evm.database.db
      .selectFrom("evm_block")
      .select(["number", "transactions"])
      .where("chain", "=", `rollup:${id}`)
      .execute();
    const used = Math.max(...blocks.filter(({ transactions }) => transactions.length > 0).map(({ number }) => number));
    // Each block with transactions is followed by two more.
    expect({ height, batched, proposed }).toEqual({ height: used + 2, batched: used + 2, proposed: used + 2 });
  }, patience);
  return (await health(id)).height;
};
