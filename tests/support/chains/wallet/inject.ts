/** Injects signing wallets into a browser context, before it opens any page. */
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright";
import { build } from "vite";
import type { WalletChain } from "../../../../src/dashboard/chains/wallets/dev/chain-table.ts";

export interface InjectedWallet {
  readonly name: string;
  readonly rdns: string;
  readonly privateKey: `0x${string}`;
  readonly announce?: boolean;
  /** The brand's property on `window`. */
  readonly global?: "ethereum" | "okxwallet" | "coinbaseWalletExtension";
  readonly flags?: Readonly<Record<string, true>>;
  readonly chains?: readonly WalletChain[];
  readonly chainId?: number;
  readonly answer?: "approve" | "reject" | "ignore";
}

/** The three brands as in production. Give each a separate key. */
export const walletBrands = {
  metaMask: { name: "MetaMask", rdns: "io.metamask", announce: true, global: "ethereum", flags: { isMetaMask: true } },
  okx: {
    name: "OKX Wallet",
    rdns: "com.okex.wallet",
    announce: true,
    global: "okxwallet",
    flags: { isOkxWallet: true },
  },
  coinbase: {
    name: "Coinbase Wallet",
    rdns: "com.coinbase.wallet",
    announce: true,
    global: "coinbaseWalletExtension",
    flags: { isCoinbaseWallet: true },
  },
} as const satisfies Record<string, Omit<InjectedWallet, "privateKey">>;

/** Injects the wallets; `window.walletControls[rdns]` in the page answers for the user. */
export const injectWallets = async (context: BrowserContext, wallets: readonly InjectedWallet[]): Promise<void> => {
  const script = await bundled();
  await context.addInitScript(`window.testWallets=${JSON.stringify(wallets)};${script}`);
};

/** Declines the next signature that the wallet requests on this page. */
export const declineNextSignature = (page: Page, rdns: string): Promise<void> =>
  page.evaluate((name) => void window.walletControls[name]!.declines.push("sign"), rdns);

/** Returns the text of the wallet's last signature request on this page. */
export const lastSigned = (page: Page, rdns: string): Promise<string | undefined> =>
  page.evaluate(
    (name) => window.walletControls[name]!.requests.flatMap((one) => (one.kind === "sign" ? one.text : [])).at(-1),
    rdns,
  );

let bundle: Promise<string> | undefined;

const bundled = (): Promise<string> => (bundle ??= bundleInjected());

const bundleInjected = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("./injected.ts", import.meta.url)), formats: ["iife"], name: "injected" },
    },
  });
  const [output] = [result].flat();
  if (!output || !("output" in output)) throw new Error("The injected wallet could not be bundled.");
  return output.output[0].code;
};
