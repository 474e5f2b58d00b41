/** zkSync Lite JSON-RPC methods of the embedded ledger: balances, sending and history. */
import { evmAddressPattern } from "../../../../resources/declare/patterns.ts";
import { createHash } from "node:crypto";
import * as z from "zod";
import { zkSyncEthToken, zkSyncNoEnd, zkSyncTransferFeeWei } from "../../../../resources/chains/zksync-limits.ts";
import {
  keyChangeMessage,
  packKeyChange,
  packTransfer,
  transferText,
} from "../../../../resources/chains/zksync-packing.ts";
import type { Database } from "../../engines/database/database.ts";
import { messageSigner } from "../../engines/evm/message-signer.ts";
import { transactionOf } from "./history.ts";
import type { LiteAccount, LiteLedger } from "./ledger.ts";
import { LiteRefused, liteCodes } from "./refused.ts";
import { createRequire } from "node:module";

export type Method = (params: readonly unknown[]) => unknown;

const address = z.string().regex(evmAddressPattern);
const wei = z.union([z.string().regex(/^\d{1,60}$/), z.int().nonnegative()]).transform((value) => BigInt(value));
const uint32 = z.int().min(0).max(zkSyncNoEnd);
const hexOf = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`, "i"));
const ethSignature = z.string().regex(/^0x[0-9a-fA-F]{130}$/);
const signed = {
  accountId: uint32,
  fee: wei,
  nonce: uint32,
  validFrom: uint32.default(0),
  validUntil: uint32.default(zkSyncNoEnd),
  signature: z.object({ pubKey: hexOf(64), signature: hexOf(128) }),
};
const transaction = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Transfer"),
    from: address,
    to: address,
    token: z.literal(zkSyncEthToken),
    amount: wei,
    ...signed,
  }),
  z.object({
    type: z.literal("ChangePubKey"),
    account: address,
    newPkHash: z.string().regex(/^sync:[0-9a-f]{40}$/i),
    feeToken: z.literal(zkSyncEthToken),
    ethAuthData: z.object({ type: z.literal("ECDSA"), ethSignature }),
    ...signed,
  }),
]);
type Transaction = z.output<typeof transaction>;
type Of<Type extends Transaction["type"]> = Extract<Transaction, { type: Type }>;

export const liteMethods = ({ db }: Pick<Database, "db">, ledger: LiteLedger): Record<string, Method> => {
  const keys = openKeyCheck();

  const transfer = async (tx: Of<"Transfer">, walletSignature: unknown): Promise<string> => {
    const { signature } = parsed(z.object({ signature: ethSignature }), walletSignature);
    if (messageSigner(transferText(tx), signature) !== tx.from.toLowerCase()) throw wrongWallet();
    const packed = packedBy(() => packTransfer(tx));
    const account = await ledger.account(tx.from);
    const signer = keys.signer(packed, tx.signature);
    if (!account?.keyHash || signer !== account.keyHash) throw wrongKey();
    const hash = hashOf(packed);
    await ledger.transfer(hash, tx);
    return hash;
  };

  const changeKey = async (tx: Of<"ChangePubKey">): Promise<string> => {
    const wallet = messageSigner(keyChangeMessage(tx), tx.ethAuthData.ethSignature);
    if (wallet !== tx.account.toLowerCase())
      throw new LiteRefused(liteCodes.keyChangeNotAuthorized, "ChangePubKey operation is not authorized");
    const packed = packedBy(() => packKeyChange(tx));
    if (keys.signer(packed, tx.signature) !== tx.newPkHash.toLowerCase()) throw wrongKey();
    const hash = hashOf(packed);
    await ledger.changeKey(hash, tx);
    return hash;
  };

  return {
    contract_address: () => ({ mainContract: nobody, govContract: nobody }),
    tokens: () => ({ ETH: { address: nobody, id: zkSyncEthToken, symbol: "ETH", decimals: 18 } }),
    account_info: async ([input]) => {
      const holder = parsed(address, input);
      const account = await ledger.account(holder);
      const state = stateOf(account);
      const depositing = { balances: {} };
      return {
        address: holder,
        id: account?.id ?? null,
        depositing,
        committed: state,
        verified: state,
        accountType: "Owned",
      };
    },
    get_tx_fee: ([type]) => {
      const totalFee = type === "Transfer" ? String(zkSyncTransferFeeWei) : "0";
      return { feeType: type, gasTxAmount: "0", gasPriceWei: "0", gasFee: "0", zkpFee: totalFee, totalFee };
    },
    tx_submit: async ([input, walletSignature]) => {
      const tx = parsed(transaction, input);
      const now = Date.now() / 1000;
      if (now < tx.validFrom || now > tx.validUntil)
        throw new LiteRefused(liteCodes.incorrect, "Transaction is out of its time");
      return tx.type === "Transfer" ? transfer(tx, walletSignature) : changeKey(tx);
    },
    tx_info: async ([hash]) => {
      const entry = await transactionOf(db, parsed(z.string().max(100), hash));
      const block = entry && { blockNumber: entry.blockNumber, committed: true, verified: false };
      return { executed: Boolean(entry), success: Boolean(entry), failReason: null, block: block ?? null };
    },
  };
};

const nobody = `0x${"0".repeat(40)}`;

const stateOf = (account: LiteAccount | undefined) => ({
  balances: account && account.balance > 0n ? { ETH: String(account.balance) } : {},
  nfts: {},
  mintedNfts: {},
  nonce: account?.nonce ?? 0,
  pubKeyHash: account?.keyHash ?? `sync:${"0".repeat(40)}`,
});

const hashOf = (packed: Uint8Array): string => `sync-tx:${createHash("sha256").update(packed).digest("hex")}`;

const wrongWallet = () => new LiteRefused(liteCodes.incorrectEthSignature, "Eth signature is incorrect");
const wrongKey = () => new LiteRefused(liteCodes.incorrect, "Transaction signature is incorrect");

const packedBy = (pack: () => Uint8Array): Uint8Array => {
  try {
    return pack();
  } catch (error) {
    throw new LiteRefused(liteCodes.incorrect, (error as Error).message);
  }
};

const parsed = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new LiteRefused(liteCodes.incorrect, `${issue?.path.join(".") || "This"} is invalid: ${issue?.message}`);
};

interface KeySignature {
  /** 64 hexadecimal digits. */
  readonly pubKey: string;
  /** 128 hexadecimal digits. */
  readonly signature: string;
}

/** Each aborted call of the module leaks some of its stack: it is reloaded after this many. */
const brokenMax = 50;

/** The module runs one call at a time, about 15 ms each; the first builds its tables. */
const openKeyCheck = () => {
  let crypto = load();
  let broken = 0;
  return {
    /** Returns "sync:…" of the key that signed `packed`; undefined for an invalid signature. */
    signer: (packed: Uint8Array, { pubKey, signature }: KeySignature): string | undefined => {
      try {
        const signed = crypto.verify_musig(packed, Buffer.from(pubKey + signature, "hex"));
        return signed
          ? `sync:${Buffer.from(crypto.pubKeyHash(Buffer.from(pubKey, "hex"))).toString("hex")}`
          : undefined;
      } catch {
        // Throws on malformed keys or signatures.
        broken += 1;
        if (broken % brokenMax === 0) crypto = load();
        return undefined;
      }
    },
  };
};

const load = () => {
  const require = createRequire(import.meta.url);
  const file = require.resolve("zksync-crypto");
  Reflect.deleteProperty(require.cache, file);
  return require(file) as typeof import("zksync-crypto");
};
