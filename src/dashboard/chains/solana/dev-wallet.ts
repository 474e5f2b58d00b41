/** The Solana side of the built-in wallet, for servers that run a local chain. */
import { createStore, get, update } from "idb-keyval";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import type { Approval } from "../wallets/dev/approval.ts";

export interface SolanaWallet {
  readonly key: string;
  readonly name: string;
  /** A data URL, from the wallet's own announcement. */
  readonly icon?: string;
  /** Returns the address that the user shares with the site. Throws if the user declines. */
  connect(): Promise<string>;
  /** Signs a text by that address; returns the ed25519 signature, base58. Throws if the user declines. */
  sign(address: string, text: string): Promise<string>;
}

/** In IndexedDB: signing out clears localStorage, and the key is the user's. */
const secretKey = async (): Promise<Uint8Array> => {
  const store = createStore("freehold-dev-wallet", "keys");
  const { newSecretKey } = await import("./dev-signer.ts");
  await update<Uint8Array>("solana-secret-key", (stored) => stored ?? newSecretKey(), store);
  return (await get<Uint8Array>("solana-secret-key", store))!;
};

const address = async (): Promise<string> => (await import("./dev-signer.ts")).addressOf(await secretKey());

const approve = async (approval: Approval): Promise<void> => {
  const { approveInDialog } = await import("../wallets/dev/approval-dialog.ts");
  if (!(await approveInDialog(approval))) throw new Error(chainMessages.requestRejected);
};

export const devSolanaWallet: SolanaWallet = {
  key: "local.freehold.devwallet.solana",
  name: "Dev wallet",
  connect: async () => {
    const own = await address();
    await approve({ kind: "connect", address: own, origin: location.origin });
    return own;
  },
  sign: async (requested, text) => {
    await approve({ kind: "sign", address: requested, text });
    return (await import("./dev-signer.ts")).signText(await secretKey(), text);
  },
};
