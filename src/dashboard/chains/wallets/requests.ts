/** The product's requests to wallets, by name. */
import { ProviderError, refusals, type WalletProvider } from "./provider.ts";

/** Requests the user's account; the wallet may show its own dialog. The address is in the wallet's spelling. */
export const requestAccount = async (provider: WalletProvider): Promise<string> => {
  const [account] = accountsIn(await provider.request({ method: "eth_requestAccounts" }));
  if (!account) throw new ProviderError(refusals.unauthorized, "The wallet returned no account.");
  return account;
};

/** Returns every account that the wallet shares with the site, without a dialog. */
export const openAccounts = async (provider: WalletProvider): Promise<readonly string[]> =>
  accountsIn(await provider.request({ method: "eth_accounts" }));

/** Returns the current account, without a dialog; undefined if the wallet is not connected. */
export const currentAccount = async (provider: WalletProvider): Promise<string | undefined> =>
  (await openAccounts(provider))[0];

export const currentChainId = async (provider: WalletProvider): Promise<number> =>
  Number(await provider.request({ method: "eth_chainId" }));

/** Signs a readable text (EIP-191). Returns the signature as 0x hex. */
export const signText = (provider: WalletProvider, address: string, text: string): Promise<string> =>
  signBytes(provider, address, new TextEncoder().encode(text));

/** Signs binary data in the same way. */
export const signBytes = async (provider: WalletProvider, address: string, bytes: Uint8Array): Promise<string> =>
  String(await provider.request({ method: "personal_sign", params: [toHex(bytes), address] }));

/** Calls back when the user switches accounts; returns the unsubscribe function. */
export const onAccountChange = (provider: WalletProvider, listener: (address: string | undefined) => void) => {
  const handler = (accounts: unknown) => listener(accountsIn(accounts)[0]);
  provider.on("accountsChanged", handler);
  return (): void => {
    provider.removeListener("accountsChanged", handler);
  };
};

/** Calls back with the id of the wallet's new network; returns the unsubscribe function. */
export const onChainChange = (provider: WalletProvider, listener: (chainId: number) => void) => {
  const handler = (chainId: unknown) => listener(Number(chainId));
  provider.on("chainChanged", handler);
  return (): void => {
    provider.removeListener("chainChanged", handler);
  };
};

const accountsIn = (accounts: unknown): string[] => (Array.isArray(accounts) ? accounts.map(String) : []);

const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
