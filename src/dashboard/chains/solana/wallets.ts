/** The Solana wallets of this browser, by the Wallet Standard, and the built-in one. */
import { getWallets } from "@wallet-standard/app";
import { base58 } from "@scure/base";
import { devSolanaWallet, type SolanaWallet } from "./dev-wallet.ts";

interface Account {
  readonly address: string;
}

/** The Wallet Standard features that linking needs. */
interface Features {
  readonly "standard:connect": { connect(): Promise<{ readonly accounts: readonly Account[] }> };
  readonly "solana:signMessage": {
    signMessage(input: {
      account: Account;
      message: Uint8Array;
    }): Promise<readonly { readonly signature: Uint8Array }[]>;
  };
}
type StandardWallet = ReturnType<ReturnType<typeof getWallets>["get"]>[number];
type SigningWallet = StandardWallet & { readonly features: Features };

export interface SolanaWallets {
  list(): readonly SolanaWallet[];
  /** Calls back when another wallet announces itself; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** `offerDevWallet` only if the server runs a local chain. */
export const openSolanaWallets = ({ offerDevWallet }: { offerDevWallet: boolean }): SolanaWallets => {
  const { get, on } = getWallets();
  const builtIn = offerDevWallet ? [devSolanaWallet] : [];
  const list = () => [...builtIn, ...get().filter(signs).map(toSolanaWallet)];
  let wallets = list();
  return {
    list: () => wallets,
    subscribe: (listener) =>
      on("register", () => {
        wallets = list();
        listener();
      }),
  };
};

const signs = (wallet: StandardWallet): wallet is SigningWallet =>
  "standard:connect" in wallet.features && "solana:signMessage" in wallet.features;

const toSolanaWallet = (wallet: SigningWallet): SolanaWallet => ({
  key: wallet.name,
  name: wallet.name,
  icon: wallet.icon,
  connect: async () => {
    const { accounts } = await wallet.features["standard:connect"].connect();
    const [account] = accounts.length > 0 ? accounts : wallet.accounts;
    if (!account) throw new Error(`${wallet.name} has no Solana account.`);
    return account.address;
  },
  sign: async (address, text) => {
    const account = wallet.accounts.find((candidate) => candidate.address === address);
    if (!account) throw new Error(`${wallet.name} switched to another account. Try again.`);
    const message = new TextEncoder().encode(text);
    const [signed] = await wallet.features["solana:signMessage"].signMessage({ account, message });
    return base58.encode(signed!.signature);
  },
});
