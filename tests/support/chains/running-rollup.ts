/** Creates a rollup from a user's free trial, on a server that runs rollups locally. */
import { JsonRpcProvider, parseEther, Wallet } from "ethers";
import { vi } from "vitest";
import type { RollupDetail } from "../../../resources/raas/rollup-calls.ts";
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import { signIn } from "../account/sign-in.ts";
import { callerOf } from "../server/api.ts";
import { atFileEnd } from "../file-end.ts";
import { freeChainId, oneClick } from "./raas.ts";
import { patience } from "../patience.ts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { providerAt } from "../../../src/cloud/engines/evm/provider.ts";

export interface RunningRollup {
  readonly id: string;
  readonly chainId: string;
  /** The team that owns it. */
  readonly account: ReturnType<typeof privateKeyToAccount>;
  readonly provider: JsonRpcProvider;
  /**
   * Waits until a transaction is mined. The client's `waitForTransaction` checks again only at the next block, and an
   * idle rollup has none.
   */
  mined(hash: string): Promise<void>;
  /** Sends an address one coin of the rollup, and waits until it arrives. */
  give(address: string): Promise<void>;
  /** Creates an account with one coin. */
  wallet(): Promise<Wallet>;
}

/** Orders a rollup and waits until it runs. */
export const runningRollup = async (url: string, name: string): Promise<RunningRollup> => {
  const account = privateKeyToAccount(generatePrivateKey());
  const { accessToken: token } = await signIn(url, account);
  const call = callerOf(url);
  const chainId = freeChainId();
  const order = { ...oneClick, name, chainId, purchasePlan: "FREE" };
  const ordered = await call("POST /api/raas/rollup/create", { token, body: order });
  if (ordered.status !== 200) throw new Error(ordered.text);
  const { id } = ordered.body.data as { id: string };
  await vi.waitFor(async () => {
    const shown = (await call(`GET /api/raas/rollup/detail/${id}`, { token })).body.data as RollupDetail;
    if (shown.status !== rollupStatus.RUNNING) throw new Error(`still ${shown.status}: ${shown.note}`);
  }, patience);

  const provider = providerAt(`${url}/rollup/${chainId}`, Number(chainId));
  atFileEnd(async () => provider.destroy());
  const mined = (hash: string): Promise<void> =>
    vi.waitFor(async () => {
      if (!(await provider.getTransactionReceipt(hash))) throw new Error(`${hash} has no receipt.`);
    }, patience);
  const give = async (address: string): Promise<void> => {
    const given = await call(`POST /api/raas/chain/${chainId}/faucet`, { body: { address } });
    if (given.status !== 200) throw new Error(given.text);
    const { hash } = given.body.data as { hash: string };
    await mined(hash);
  };
  const wallet = async (): Promise<Wallet> => {
    const made = new Wallet(generatePrivateKey(), provider);
    await give(made.address);
    if ((await provider.getBalance(made.address)) !== parseEther("1")) throw new Error("The coin has not come.");
    return made;
  };
  return { id, chainId, account, provider, mined, give, wallet };
};
