/**
 * Runs in the page before the product's code: creates a signing wallet for each entry of `window.testWallets`,
 * announced (EIP-6963) and on the brand's global. `window.walletControls` answers for the user.
 */
import { createDevProvider, type DevProvider } from "../../../../src/dashboard/chains/wallets/dev/dev-provider.ts";
import type { Approval } from "../../../../src/dashboard/chains/wallets/dev/approval.ts";
import * as signer from "../../../../src/dashboard/chains/wallets/dev/signer.ts";
import type { InjectedWallet } from "./inject.ts";
import { memoryKeys } from "./memory-keys.ts";

export interface WalletControl {
  /** The user's response to the next requests: approve, decline, or leave the dialog open. */
  answer: "approve" | "reject" | "ignore";
  /** Kinds of requests that the user declines once each, regardless of `answer`. */
  readonly declines: Approval["kind"][];
  /** All requests to the user. */
  readonly requests: Approval[];
  /** Switches to another account in the wallet. */
  switchAccount(privateKey: signer.PrivateKey): Promise<void>;
}

declare global {
  interface Window {
    testWallets: readonly InjectedWallet[];
    walletControls: Record<string, WalletControl>;
  }
}

const inject = (wallet: InjectedWallet): WalletControl => {
  const keys = memoryKeys(wallet.privateKey);
  const control: WalletControl = {
    answer: wallet.answer ?? "approve",
    declines: [],
    requests: [],
    switchAccount: async (privateKey) => {
      keys.replace(privateKey);
      provider.emit("accountsChanged", [signer.addressOf(privateKey)]);
    },
  };
  const provider: DevProvider = createDevProvider({
    keys,
    loadSigner: () => Promise.resolve(signer),
    approve: (approval) => {
      control.requests.push(approval);
      const declined = control.declines.indexOf(approval.kind);
      if (declined >= 0) return Promise.resolve(control.declines.splice(declined, 1).length === 0);
      return control.answer === "ignore" ? new Promise(() => undefined) : Promise.resolve(control.answer === "approve");
    },
    chains: [{ chainId: 1, name: "Ethereum" }, ...(wallet.chains ?? [])],
    chainId: wallet.chainId ?? 1,
    origin: location.origin,
  });
  Object.assign(provider, wallet.flags);
  if (wallet.global) Object.assign(window, { [wallet.global]: provider });
  if (wallet.announce) announce(provider, wallet);
  return control;
};

const announce = (provider: DevProvider, { name, rdns }: InjectedWallet): void => {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon: "data:image/svg+xml,<svg/>" });
  const send = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  window.addEventListener("eip6963:requestProvider", send);
  send();
};

window.walletControls = Object.fromEntries(window.testWallets.map((wallet) => [wallet.rdns, inject(wallet)]));
