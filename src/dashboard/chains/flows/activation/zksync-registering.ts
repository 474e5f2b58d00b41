/** Activation by a transfer on zkSync Lite, in the browser: the server finds it and registers the wallet on Polygon. */
import { findZkSyncTransfer, zkSyncOffer } from "../../../../../resources/chains/zksync-activation.ts";
import { askFaucet } from "../../../../../resources/chains/faucet.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { zkSyncLite } from "../../../../../resources/chains/chains.ts";
import { receiptPollMs } from "../../../../../resources/chains/limits.ts";
import { zkSyncMessages } from "../../../../../resources/chains/zksync-messages.ts";
import { send } from "../../../api/client.ts";
import { chainProblem } from "../../evm/problem.ts";
import type { Wallet } from "../../wallets/discover.ts";
import { requestAccount, signBytes, signText } from "../../wallets/requests.ts";
import { loadZkSyncCrypto } from "../../zksync/load-crypto.ts";
import { zkSyncLedgerAt } from "../../zksync/ledger.ts";
import { solventAccount, transferOnZkSync, type ZkSyncDeps } from "../../zksync/transfer.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { Registering } from "./activation.ts";

/** undefined when the connected wallet is not the registered one. */
export const openZkSyncRegistering = async ({ name, provider }: Wallet): Promise<Registering | undefined> => {
  if (!provider) throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
  const [address, offer] = await Promise.all([requestAccount(provider), send(zkSyncOffer, { silent: true })]);
  if (address.toLowerCase() !== offer.wallet.toLowerCase()) return undefined;
  const isFound = async (): Promise<boolean> => (await send(findZkSyncTransfer, { silent: true })).found;
  return {
    exists: isFound,
    register: async () => {
      if (offer.rpcUrl === "" || offer.collector === "") throw new Error(zkSyncMessages.closed);
      const ledger = zkSyncLedgerAt(offer.rpcUrl);
      const signer = {
        address,
        signText: (text: string) => signText(provider, address, text),
        signBytes: (bytes: Uint8Array) => signBytes(provider, address, bytes),
      };
      const payment = { to: offer.collector, amount: BigInt(offer.amount) };
      const deps = { ledger, signer, loadCrypto: loadZkSyncCrypto };
      return (await isSolvent(deps, payment.amount)) ? transferOnZkSync(deps, payment) : undefined;
    },
    confirmed: async () => {
      while (!(await isFound())) await pause();
    },
  };
};

/** Offers test ETH for a shortfall. Returns false if declined. */
const isSolvent = async (deps: ZkSyncDeps, amount: bigint): Promise<boolean> => {
  try {
    await solventAccount(deps, amount);
    return true;
  } catch (error) {
    const { kind, message: text } = chainProblem(error);
    if (kind !== "zksync-empty" && kind !== "insufficient-funds") throw error;
    const question = { title: zkSyncLite.name, text: `${text} ${zkSyncMessages.ownLedger}`, ok: "Get test ETH" };
    if (!(await dialogs.confirm(question))) return false;
    await send(askFaucet, { body: { chain: zkSyncLite.key, address: deps.signer.address }, silent: true });
    return true;
  }
};

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, receiptPollMs.public);
  });
