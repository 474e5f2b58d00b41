/** Opens what every process has, and the chains: all that a process with only ROLE=owner needs. */
import type { Logger } from "pino";
import type { Closers } from "../lib/closers.ts";
import type { Config } from "../config.ts";
import { openOwners, ownAlone } from "../kernel/owners.ts";
import { createSecretBox, type SecretBox } from "../kernel/secret-box.ts";
import { checkSecretKey } from "../kernel/secret-key.ts";
import { openArweave } from "./arweave/open.ts";
import { openBlocks } from "./blocks/open.ts";
import { openBot } from "./bot/open.ts";
import { connectDatabase } from "./database/connect.ts";
import type { ModuleMigrations } from "./database/migrate.ts";
import { openDatabase } from "./database/open.ts";
import { openDisk } from "./disk/disk.ts";
import type { Engines } from "./engines.ts";
import { openEvm } from "./evm/open.ts";
import { coinPriceOf, openPrices } from "./prices/open.ts";
import { openRealtime } from "./realtime/open.ts";
import { openRollups } from "./rollups/open.ts";
import { openSolana } from "./solana/open.ts";
import { openTon } from "./ton/open.ts";
import { openZkSyncLite } from "./zksync-lite/open.ts";

export interface Basis extends Pick<Engines, "disk" | "database" | "blocks" | "realtime"> {
  readonly encryption: SecretBox;
}

/** Opens the database, the blobs and the events between processes. */
export const openBasis = async (
  config: Config,
  log: Logger,
  closers: Closers,
  ofModules?: ModuleMigrations,
): Promise<Basis> => {
  const disk = openDisk(config, log);
  closers.add("The disk", () => disk.close());
  const database = await openDatabase(config, log, ofModules);
  closers.add("The database", () => database.close());
  const encryption = createSecretBox(config);
  await checkSecretKey(config, database.db, encryption);
  const blocks = await openBlocks(config, database, log, disk.requireRoom);
  closers.add("The block store", () => blocks.close());
  const realtime = await openRealtime(config, database, log);
  closers.add("The sockets", () => realtime.close());
  return { disk, database, encryption, blocks, realtime };
};

type Chains = Pick<Engines, "solana" | "zkSyncLite" | "arweave" | "prices" | "evm" | "rollups" | "ton" | "bot">;

/** Opens the chains: those of the settings, otherwise local ones, which this process runs if it is their owner. */
export const openChains = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { database, encryption, blocks, realtime }: Basis,
): Promise<Chains> => {
  // Separate connections, so that chains never wait for requests that wait for them. A paused owner soon loses its transaction.
  const limits = { connections: 4, idleInTransactionMs: 5000 };
  const own = { ...connectDatabase(database.connection, log, limits), embedded: database.embedded };
  closers.add("The database of the local chains", () => own.close());
  const owners = own.embedded ? ownAlone() : await openOwners({ config, database: own, realtime, log });
  const common = { config, database: own, encryption, owners, log };
  const solana = await openSolana(config, own, owners, log);
  const zkSyncLite = await openZkSyncLite(config, own, owners, log);
  const arweave = await openArweave(config, own, blocks, owners, log);
  closers.add("Arweave", () => arweave.close());
  const prices = openPrices(config);
  const evm = await openEvm({ ...common, coinPrice: coinPriceOf(prices, log) });
  closers.add("The EVM chains", () => evm.close());
  const rollups = await openRollups({ ...common, evm });
  closers.add("Rollups", () => rollups.close());
  const ton = await openTon(common);
  const bot = await openBot(common);
  closers.add("The bot", () => bot.close());
  // Closes first, so that other processes take over before anything stops here.
  closers.add("What this process owns", owners.close);
  return { solana, zkSyncLite, arweave, prices, evm, rollups, ton, bot };
};
