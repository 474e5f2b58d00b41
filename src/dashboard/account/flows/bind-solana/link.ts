/** Links a Solana address: the steps of both methods. */
import { bindMemo, linkSolana, solanaMessage } from "../../../../../resources/account/solana.ts";
import type { RuntimeConfig } from "../../../../../resources/runtime-config.ts";
import type { Send } from "../../../../../resources/declare/call-input.ts";
import type { SolanaWallet } from "../../../chains/solana/dev-wallet.ts";
import { findBinding, type Post } from "./find-binding.ts";

export type SolanaNode = NonNullable<RuntimeConfig["solana"]>;

/** Connects the wallet, has it sign the server's message, and links its address. Throws if the user declines. */
export const linkBySignature = async (send: Send, wallet: SolanaWallet): Promise<string> => {
  const address = await wallet.connect();
  const { message } = await send(solanaMessage, { body: { address }, silent: true });
  const signature = await wallet.sign(address, message);
  return (await send(linkSolana, { body: { address, signature }, silent: true })).address;
};

interface History {
  readonly post: Post;
  readonly voteAccount: string;
  readonly euid: string;
  readonly onProgress: (seen: number) => void;
}

/** Finds the user's transaction to the vote account and links its payer; returns undefined if none. */
export const linkByTransaction = async (
  send: Send,
  { post, voteAccount, euid, onProgress }: History,
): Promise<string | undefined> => {
  const transaction = await findBinding(post, { voteAccount, memo: bindMemo(euid), onProgress });
  if (transaction === undefined) return undefined;
  return (await send(linkSolana, { body: { transaction }, silent: true })).address;
};
