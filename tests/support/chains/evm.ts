/** Runs the EVM engine with local chains on a separate database. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonRpcProvider, Wallet } from "ethers";
import { pino } from "pino";
import type { ChainKey } from "../../../resources/chains/chains.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import { openEmbeddedEvm, type EmbeddedEvm, type EmbeddedEvmOptions } from "../../../src/cloud/devnet/evm/open.ts";
import { openKeys } from "../../../src/cloud/engines/evm/keys.ts";
import { coinPriceOf, openPrices } from "../../../src/cloud/engines/prices/open.ts";
import { oneProcess } from "../server/owners.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { testDatabase } from "../database/database.ts";
import { atFileEnd } from "../file-end.ts";

export interface TestEvm extends EmbeddedEvm {
  readonly dataDir: string;
  readonly database: Pick<Database, "db">;
  /** Logged warnings and errors. */
  readonly logged: Record<string, unknown>[];
  /** Creates a wallet on a chain, with test coins of both kinds. */
  richWallet(key: ChainKey): Promise<{ wallet: Wallet; provider: JsonRpcProvider }>;
}

interface TestEvmOptions extends Partial<
  Pick<EmbeddedEvmOptions, "database" | "dataDir" | "blockMs" | "idleMs" | "coinPrice">
> {}

/**
 * Opens the engine on a new database and folder unless given; closed when the test file ends. Chains start on first
 * use.
 */
export const testEvm = async ({ blockMs = 20, ...given }: TestEvmOptions = {}): Promise<TestEvm> => {
  const database = given.database ?? (await testDatabase());
  const dataDir = given.dataDir ?? (await temporaryFolder());
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const keys = await openKeys(database.db, createSecretBox({ DATA_DIR: dataDir, SECRET_KEY: secretKey }));
  const coinPrice = coinPriceOf(openPrices({ PRICE_URL: undefined }), log);
  const evm = await openEmbeddedEvm({ coinPrice, ...oneProcess(), ...given, database, keys, dataDir, blockMs, log });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= evm.close());
  atFileEnd(close);
  const richWallet = async (key: ChainKey) => {
    const { Wallet } = await import("ethers");
    const provider = await evm.find(key)!.connect();
    const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
    await evm.faucet(key, wallet.address);
    return { wallet, provider };
  };
  return { ...evm, close, dataDir, database, logged, richWallet };
};

/** Shared by all tests, since several can use one database. */
const secretKey = "the same secret in all of these tests";

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-evm-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};
