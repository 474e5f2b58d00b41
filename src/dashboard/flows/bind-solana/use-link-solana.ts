import { useState } from "react";
import { send } from "../../api/client.ts";
import { postJson } from "../../api/secondary.ts";
import type { SolanaWallet } from "../../chains/solana/wallets.ts";
import { linkBySignature, linkByTransaction, type SolanaNode } from "./link.ts";

interface LinkSolana {
  readonly busy: boolean;
  /** Error message; undefined if none. */
  readonly problem: string | undefined;
  /** Number of transactions checked so far. */
  readonly seen: number;
  /** The search ended without a result. */
  readonly missing: boolean;
  readonly sign: (wallet: SolanaWallet) => void;
  readonly lookUp: (euid: string) => void;
}

/** Both methods of linking an address, for screens. */
export const useLinkSolana = (node: SolanaNode, onLinked: () => void): LinkSolana => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [seen, setSeen] = useState(0);
  const [missing, setMissing] = useState(false);

  const run = async (work: () => Promise<string | undefined>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setMissing(false);
    setSeen(0);
    try {
      if ((await work()) === undefined) setMissing(true);
      else onLinked();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  const { rpcUrl, voteAccount } = node;
  const post = (body: unknown): Promise<unknown> => postJson(rpcUrl, body);
  return {
    busy,
    problem,
    seen,
    missing,
    sign: (wallet) => void run(() => linkBySignature(send, wallet)),
    lookUp: (euid) => void run(() => linkByTransaction(send, { post, voteAccount, euid, onProgress: setSeen })),
  };
};
