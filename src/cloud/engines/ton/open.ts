import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Encryption } from "../database/encryption.ts";
import type { Owners } from "../../kernel/owners.ts";
import { openRemoteTon } from "./remote.ts";
import type { Ton } from "./ton.ts";
import { readFileSync } from "node:fs";

export interface TonOptions {
  readonly config: Pick<
    Config,
    "TON_URL" | "TON_API_KEY" | "TON_COLLECTOR" | "TON_PAYOUT_KEY_FILE" | "TON_PAYOUT_WALLET"
  >;
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly owners: Owners;
  readonly log: Logger;
}

/** Opens the local devnet, unless TON_URL is set. Throws a one-sentence error if a related setting is missing. */
export const openTon = async ({ config, ...given }: TonOptions): Promise<Ton> => {
  const { TON_URL: url, TON_API_KEY: apiKey, TON_COLLECTOR: collector } = config;
  const { TON_PAYOUT_KEY_FILE: keyFile, TON_PAYOUT_WALLET: version } = config;
  if (url === undefined) {
    const { openEmbeddedTon } = await import("../../devnet/ton/open.ts");
    return openEmbeddedTon(given);
  }
  if (collector === undefined) throw new Error("TON_URL requires TON_COLLECTOR, the address that receives payments.");
  const payout = keyFile === undefined ? undefined : { words: readPayoutKey(keyFile), version };
  return openRemoteTon({ url, apiKey, collector, payout });
};

const mnemonicLength = 24;

/** Reads the 24 words of a wallet from a file. Throws a one-sentence error. */
const readPayoutKey = (path: string): string[] => {
  const words = textOf(path).trim().toLowerCase().split(/\s+/);
  if (words.length !== mnemonicLength || words.some((word) => !/^[a-z]+$/.test(word)))
    throw new Error(`TON_PAYOUT_KEY_FILE must contain the ${mnemonicLength} words of a wallet, separated by spaces.`);
  return words;
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Error(`TON_PAYOUT_KEY_FILE: can't read ${path}.`);
  }
};
