/**
 * The TON side of the built-in wallet: a TON Connect bridge object (JS bridge, protocol 2) over a real wallet contract,
 * for servers that run a local TON chain. Injected as window.devton.
 */
import { createStore, get, set, update } from "idb-keyval";
import { devTonWallet } from "../../../../../resources/chains/ton-wallets.ts";
import type { Approval } from "../../wallets/dev/approval.ts";
import type { TonMessage, TonSigner } from "./signer.ts";

/** TON Connect's error codes. */
const refusals = { unknown: 0, badRequest: 1, unknownApp: 100, rejected: 300 } as const;
const networkName = "TON (local)";
const testNetwork = "-3";
/** Upper bound of a transfer's fees, in nanotons: real ones stay far below. */
const feeNano = 20_000_000n;
const nanoTo18 = 10n ** 9n;

interface Request {
  readonly id: string;
  readonly method: string;
  readonly params: readonly string[];
}

interface Transaction {
  readonly valid_until?: number;
  readonly messages: readonly TonMessage[];
}

/** Injects a user's wallet into the page (`owner`: the messaging user's id). */
export const injectDevTonWallet = (owner: string): void => {
  Object.assign(window, { [devTonWallet.appName]: { tonconnect: bridgeOf(owner) } });
};

const device = {
  platform: "browser",
  appName: devTonWallet.appName,
  appVersion: "1.0",
  maxProtocolVersion: 2,
  features: ["SendTransaction", { name: "SendTransaction", maxMessages: 4 }],
} as const;

const bridgeOf = (owner: string) => {
  const store = createStore("freehold-dev-wallet", "keys");
  const names = { seed: `ton-seed-${owner}`, connected: `ton-connected-${owner}` };
  let lastEvent = 0;
  const event = (name: string, payload: object) => ({ id: (lastEvent += 1), event: name, payload });

  const signer = async (): Promise<TonSigner> => {
    const fresh = crypto.getRandomValues(new Uint8Array(32));
    await update<Uint8Array>(names.seed, (stored) => stored ?? fresh, store);
    const { openSigner } = await import("./signer.ts");
    return openSigner((await get<Uint8Array>(names.seed, store))!);
  };

  const connected = async () => {
    const { raw, publicKey, stateInit } = await signer();
    const account = { name: "ton_addr", address: raw, network: testNetwork, publicKey, walletStateInit: stateInit };
    return event("connect", { items: [account], device });
  };

  const send = async ({ id, method, params }: Request) => {
    const refuse = (code: number, message: string) => ({ id, error: { code, message } });
    if (method === "disconnect") {
      await set(names.connected, false, store);
      return { id, result: {} };
    }
    if (method !== "sendTransaction") return refuse(refusals.badRequest, "The wallet doesn't support this request.");
    const { valid_until: validUntil = expiresAt(), messages } = JSON.parse(params[0]!) as Transaction;
    if (!(await isAgreed(await signer(), messages))) return refuse(refusals.rejected, "You declined the request.");
    if (validUntil < Date.now() / 1000) return refuse(refusals.badRequest, "The request has expired.");
    try {
      return { id, result: await pay(await signer(), { validUntil, messages }) };
    } catch (error) {
      return refuse(refusals.unknown, (error as Error).message);
    }
  };

  return {
    deviceInfo: device,
    walletInfo: { name: devTonWallet.name, app_name: devTonWallet.appName, image: "/mark.svg", about_url: "/" },
    protocolVersion: 2,
    // TON Connect connects to the wallet around a page without offering others, which a local chain doesn't have.
    isWalletBrowser: true,
    connect: async () => {
      const own = await signer();
      if (!(await approve({ kind: "connect", address: own.address, origin: location.origin })))
        return event("connect_error", { code: refusals.rejected, message: "You declined the request." });
      await set(names.connected, true, store);
      return connected();
    },
    restoreConnection: async () =>
      (await get<boolean>(names.connected, store))
        ? connected()
        : event("connect_error", { code: refusals.unknownApp, message: "Unknown app" }),
    send,
    listen: () => () => undefined,
  };
};

const expiresAt = (): number => Math.floor(Date.now() / 1000) + 60;

const pay = async (
  signer: TonSigner,
  { validUntil, messages }: { readonly validUntil: number; readonly messages: readonly TonMessage[] },
): Promise<string> => {
  const { readWallet, sendMessage } = await import("./node.ts");
  const { seqno } = await readWallet(signer.raw);
  const boc = signer.sign({ seqno, validUntil, messages });
  await sendMessage(boc);
  return boc;
};

const isAgreed = async ({ address }: TonSigner, messages: readonly TonMessage[]): Promise<boolean> => {
  const { askTonFaucet, readWallet } = await import("./node.ts");
  const balance = async () => (await readWallet(address)).nano * nanoTo18;
  return approve({
    kind: "transaction",
    address,
    chainName: networkName,
    symbol: "TON",
    ...(messages[0] && { to: messages[0].address }),
    value: messages.reduce((sum, { amount }) => sum + BigInt(amount), 0n) * nanoTo18,
    fee: feeNano * nanoTo18,
    balance: await balance(),
    topUp: async () => {
      await askTonFaucet(address);
      return balance();
    },
  });
};

const approve = async (approval: Approval): Promise<boolean> => {
  const { approveInDialog } = await import("../../wallets/dev/approval-dialog.ts");
  return approveInDialog(approval);
};
