/** Solana JSON-RPC methods of the embedded chain: balances, sending and history. */
import { address, getBase58Encoder, getBase64Decoder, getBase64Encoder, isAddress } from "@solana/kit";
import type { Database } from "../../engines/database/database.ts";
import { readTransaction } from "../../engines/solana/read-transaction.ts";
import { invalidParams, RpcError } from "../../engines/network/rpc-error.ts";
import type { Method } from "../../engines/solana/rpc.ts";
import { signaturesFor, signaturesMax, transactionOf } from "./history.ts";
import type { SolanaLedger } from "./ledger.ts";
import { Refused, validForBlocks } from "./machine.ts";

const lamportsPerSol = 1_000_000_000n;
/** Maximum of one airdrop. */
const airdropMax = 10n * lamportsPerSol;
/** A node's message after a failed simulation. */
const preflightFailed = -32_002;

export const embeddedMethods = ({ db }: Pick<Database, "db">, ledger: SolanaLedger): Record<string, Method> => {
  /** Most replies include their slot. */
  const at = <T>(look: Parameters<typeof ledger.read<T>>[0]) =>
    ledger.read((machine, slot) => ({ context: { slot }, value: look(machine, slot) }));

  return {
    getHealth: () => "ok",
    getVersion: () => ({ "solana-core": "embedded", "feature-set": 0 }),
    getSlot: () => ledger.read((_machine, slot) => slot),
    getBlockHeight: () => ledger.read((_machine, slot) => slot),
    getLatestBlockhash: () =>
      at((machine, slot) => ({
        blockhash: machine.latestBlockhash(),
        lastValidBlockHeight: slot + validForBlocks,
      })),
    getBalance: ([account]) => at((machine) => machine.getBalance(addressIn(account)) ?? 0n),
    getMinimumBalanceForRentExemption: ([bytes]) =>
      ledger.read((machine) => machine.minimumBalanceForRentExemption(BigInt(integerIn(bytes, 10_000_000)))),
    getAccountInfo: ([account]) =>
      at((machine) => {
        const stored = machine.getAccount(addressIn(account));
        if (!stored.exists) return null;
        const { data, executable, lamports, programAddress } = stored;
        const base64 = getBase64Decoder().decode(data);
        return {
          data: [base64, "base64"],
          executable,
          lamports,
          owner: programAddress,
          rentEpoch: 0,
          space: data.length,
        };
      }),
    requestAirdrop: ([account, lamports]) => refusing(() => ledger.airdrop(addressIn(account), amountIn(lamports))),
    sendTransaction: async ([encoded, options]) => {
      const raw = bytesIn(encoded, options);
      const read = parsed(() => readTransaction(raw));
      await refusing(() => ledger.execute(read, raw));
      return read.signature;
    },
    getSignatureStatuses: async ([signatures]) => {
      const requested = Array.isArray(signatures) ? signatures.slice(0, 256).map(textIn) : [];
      const entries = await Promise.all(requested.map((signature) => transactionOf(db, signature)));
      const value = entries.map((row) => row && { slot: row.slot, confirmations: null, err: null, ...finalized });
      return at(() => value.map((status) => status ?? null));
    },
    getSignaturesForAddress: ([account, options]) => {
      const { limit, before, until } = objectIn(options);
      return signaturesFor(db, addressIn(account), {
        limit: limit === undefined ? signaturesMax : integerIn(limit, signaturesMax),
        before: before === undefined ? undefined : textIn(before),
        until: until === undefined ? undefined : textIn(until),
      });
    },
    getTransaction: async ([signature]) => {
      const row = await transactionOf(db, textIn(signature));
      if (!row?.raw) return null;
      const { slot, blockTime, raw } = row;
      const transaction = [raw.toString("base64"), "base64"];
      return { slot, blockTime, meta: { err: null, status: { Ok: null } }, transaction, version: 0 };
    },
  };
};

const finalized = { confirmationStatus: "finalized", status: { Ok: null } } as const;

const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new RpcError(preflightFailed, error.message, { err: error.reason, logs: error.logs });
  }
};

const parsed = <T>(read: () => T): T => {
  try {
    return read();
  } catch {
    throw invalidParams("Invalid transaction: not in Solana's wire format.");
  }
};

const bytesIn = (encoded: unknown, options: unknown): Uint8Array => {
  const text = textIn(encoded);
  const { encoding = "base58" } = objectIn(options);
  if (encoding !== "base64" && encoding !== "base58") throw invalidParams("Invalid encoding. Use base58 or base64.");
  const encoder = encoding === "base64" ? getBase64Encoder() : getBase58Encoder();
  return parsed(() => encoder.encode(text) as Uint8Array);
};

const addressIn = (value: unknown) => {
  const text = textIn(value);
  if (!isAddress(text)) throw invalidParams("Invalid address.");
  return address(text);
};

const textIn = (value: unknown): string => {
  if (typeof value !== "string") throw invalidParams("A text parameter is missing.");
  return value;
};

const integerIn = (value: unknown, max: number): number => {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > max) {
    throw invalidParams(`Enter a whole number from 1 to ${max}.`);
  }
  return value;
};

const amountIn = (value: unknown): bigint => BigInt(integerIn(value, Number(airdropMax)));

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
