/**
 * Transfers ETH on zkSync Lite, signed by the wallet and by the account's own key, which is derived from a wallet
 * signature.
 */
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { zkSyncEthToken, zkSyncNoEnd } from "../../../../resources/chains/zksync-limits.ts";
import {
  keyChangeMessage,
  keySeedText,
  packKeyChange,
  packTransfer,
  transferText,
} from "../../../../resources/chains/zksync-packing.ts";
import type { ZkSyncCrypto } from "./crypto.ts";
import type { ZkSyncAccount, ZkSyncLedger } from "./ledger.ts";

export interface ZkSyncSigner {
  readonly address: string;
  /** EIP-191 signatures, 0x. */
  signText(text: string): Promise<string>;
  signBytes(bytes: Uint8Array): Promise<string>;
}

export interface ZkSyncDeps {
  readonly ledger: ZkSyncLedger;
  readonly signer: ZkSyncSigner;
  loadCrypto(): Promise<ZkSyncCrypto>;
}

export interface Payment {
  readonly to: string;
  /** Wei. */
  readonly amount: bigint;
}

/** Returns the account, if it can pay. Throws if it does not exist or its balance does not exceed the amount. */
export const solventAccount = async (
  { ledger, signer }: Pick<ZkSyncDeps, "ledger" | "signer">,
  amount: bigint,
): Promise<ZkSyncAccount> => {
  const account = await ledger.account(signer.address);
  if (!account) throw new Error(chainMessages.zkSyncEmpty);
  if (account.balance <= amount) throw new Error("insufficient balance");
  return account;
};

/**
 * Sets the account's signing key to the wallet's if it has another, then pays; returns the transfer's hash. Throws
 * errors of wallet and ledger.
 */
export const transferOnZkSync = async (deps: ZkSyncDeps, { to, amount }: Payment): Promise<string> => {
  const { ledger, signer, loadCrypto } = deps;
  const account = await solventAccount(deps, amount);
  const fee = await ledger.fee("Transfer", signer.address);
  if (account.balance < amount + fee) throw new Error(chainMessages.zkSyncEmpty);
  const crypto = await loadCrypto();
  const key = crypto.privateKey(bytesOf(await signer.signText(keySeedText)));
  const signing = { crypto, key };
  const nonce = await withKey(deps, account, signing);
  const [from, token] = [signer.address, zkSyncEthToken];
  const transfer = { ...always, accountId: account.id, from, to, token, amount, fee, nonce };
  const signature = signed(signing, packTransfer(transfer));
  const walletSignature = { type: "EthereumSignature", signature: await signer.signText(transferText(transfer)) };
  const tx = { ...transfer, type: "Transfer", amount: String(amount), fee: String(fee), signature };
  return ledger.submit(tx, walletSignature);
};

interface Signing {
  readonly crypto: ZkSyncCrypto;
  readonly key: Uint8Array;
}

/** Returns the account's next nonce, once the key is set. */
const withKey = async ({ ledger, signer }: ZkSyncDeps, account: ZkSyncAccount, signing: Signing): Promise<number> => {
  const newPkHash = `sync:${hexOf(signing.crypto.keyHash(signing.key))}`;
  if (account.keyHash === newPkHash) return account.nonce;
  const fee = await ledger.fee({ ChangePubKey: "ECDSA" }, signer.address);
  const { id: accountId, nonce } = account;
  const change = { ...always, accountId, account: signer.address, newPkHash, feeToken: zkSyncEthToken, fee, nonce };
  const signature = signed(signing, packKeyChange(change));
  const ethSignature = await signer.signBytes(keyChangeMessage(change));
  const ethAuthData = { type: "ECDSA", ethSignature, batchHash: `0x${"00".repeat(32)}` };
  await ledger.submit({ ...change, type: "ChangePubKey", fee: String(fee), signature, ethAuthData }, null);
  return nonce + 1;
};

const always = { validFrom: 0, validUntil: zkSyncNoEnd };

const signed = ({ crypto, key }: Signing, packed: Uint8Array) => {
  const bytes = crypto.sign(key, packed);
  return { pubKey: hexOf(bytes.subarray(0, 32)), signature: hexOf(bytes.subarray(32)) };
};

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replace(/^0x/, "").match(/../g) ?? [], (pair) => parseInt(pair, 16));
