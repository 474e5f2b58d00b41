/** The requests that the product makes of a wallet, by name. */
import { ProviderError, refusals, type WalletProvider } from "./provider.ts";

/** Asks for the user's account; the wallet may show its own dialog. The address is as the wallet spells it. */
export const requestAccount = async (provider: WalletProvider): Promise<string> => {
  const [account] = accountsIn(await provider.request({ method: "eth_requestAccounts" }));
  if (!account) throw new ProviderError(refusals.unauthorized, "The wallet returned no account.");
  return account;
};

/** Every account that the wallet has opened to the site, without a dialog. */
export const openAccounts = async (provider: WalletProvider): Promise<readonly string[]> =>
  accountsIn(await provider.request({ method: "eth_accounts" }));

/** The account in use, without a dialog; undefined when the wallet is not connected. */
export const currentAccount = async (provider: WalletProvider): Promise<string | undefined> =>
  (await openAccounts(provider))[0];

export const currentChainId = async (provider: WalletProvider): Promise<number> =>
  Number(await provider.request({ method: "eth_chainId" }));

/** Signs a text a user can read (EIP-191). Returns the signature as 0x hex. */
export const signText = (provider: WalletProvider, address: string, text: string): Promise<string> =>
  signBytes(provider, address, new TextEncoder().encode(text));

/** The same of bytes that are no text. */
export const signBytes = async (provider: WalletProvider, address: string, bytes: Uint8Array): Promise<string> =>
  String(await provider.request({ method: "personal_sign", params: [toHex(bytes), address] }));

/** Calls back when the user switches to another account; returns the way to stop. */
export const onAccountChange = (provider: WalletProvider, listener: (address: string | undefined) => void) => {
  const handler = (accounts: unknown) => listener(accountsIn(accounts)[0]);
  provider.on("accountsChanged", handler);
  return (): void => {
    provider.removeListener("accountsChanged", handler);
  };
};

/** Calls back with the id of the network that the wallet goes to; returns the way to stop. */
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
