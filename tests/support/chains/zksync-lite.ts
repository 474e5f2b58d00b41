/** Creates a zkSync Lite wallet that signs with zkSync's own module, like programs outside the browser. */
import { createRequire } from "node:module";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { zkSyncNoEnd, zkSyncTransferFeeWei } from "../../../resources/chains/zksync-limits.ts";
import {
  keyChangeMessage,
  keySeedText,
  packKeyChange,
  packTransfer,
  transferText,
  type LiteTransfer,
} from "../../../resources/chains/zksync-packing.ts";

const { privateKeyFromSeed, private_key_to_pubkey_hash, sign_musig } = createRequire(import.meta.url)(
  "zksync-crypto",
) as typeof import("zksync-crypto");

/** Calls a method of the ledger; throws its error. */
export type AskLite = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>;

/** Calls by JSON-RPC at a URL. An error reads "<code>: <message>". */
export const askLiteAt =
  (rpcUrl: string | URL): AskLite =>
  async (method, ...params) => {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result?: never; error?: { code: number; message: string } };
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return result!;
  };

interface AccountInfo {
  readonly id: number | null;
  readonly committed: { readonly balances: { readonly ETH?: string }; readonly nonce: number };
}

export const newLiteWallet = async (ask: AskLite, account = privateKeyToAccount(generatePrivateKey())) => {
  const key = privateKeyFromSeed(Buffer.from((await account.signMessage({ message: keySeedText })).slice(2), "hex"));
  const keyHash = `sync:${Buffer.from(private_key_to_pubkey_hash(key)).toString("hex")}`;
  const { address } = account;
  const info = () => ask<AccountInfo>("account_info", address);
  const signature = (packed: Uint8Array) => {
    const signed = Buffer.from(sign_musig(key, packed)).toString("hex");
    return { pubKey: signed.slice(0, 64), signature: signed.slice(64) };
  };
  const head = async () => {
    const { id, committed } = await info();
    return { accountId: id ?? 0, nonce: committed.nonce, validFrom: 0, validUntil: zkSyncNoEnd };
  };
  /** Returns the parameters of tx_submit, unsent; `changes` after signing make it a forgery. */
  const signedTransfer = async (to: string, amount: bigint, given: Partial<LiteTransfer> = {}) => {
    const transfer = { ...(await head()), from: address, to, token: 0, amount, fee: zkSyncTransferFeeWei, ...given };
    const tx = { type: "Transfer", ...texts(transfer), signature: signature(packTransfer(transfer)) };
    const words = await account.signMessage({ message: transferText(transfer) });
    return [tx, { type: "EthereumSignature", signature: words }] as const;
  };
  const signedKeyChange = async () => {
    const change = { ...(await head()), account: address, newPkHash: keyHash, feeToken: 0, fee: 0n };
    const ethSignature = await account.signMessage({ message: { raw: keyChangeMessage(change) } });
    const ethAuthData = { type: "ECDSA", ethSignature };
    return { type: "ChangePubKey", ...texts(change), ethAuthData, signature: signature(packKeyChange(change)) };
  };
  return {
    account,
    address,
    keyHash,
    signedTransfer,
    signedKeyChange,
    setKey: async () => ask<string>("tx_submit", await signedKeyChange(), null),
    transfer: async (to: string, amount: bigint) => ask<string>("tx_submit", ...(await signedTransfer(to, amount))),
    balance: async () => BigInt((await info()).committed.balances.ETH ?? 0),
    info,
  };
};

/** Converts amounts to strings, as in JSON. */
const texts = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "bigint" ? String(value) : (value as unknown),
    ]),
  );
