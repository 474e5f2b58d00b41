import { useState } from "react";
import { send } from "../../api/client.ts";
import { postJson } from "../../api/secondary.ts";
import type { SolanaWallet } from "../../chains/solana/wallets.ts";
import { useWork } from "../../framework/data/use-act.ts";
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
  const [problem, setProblem] = useState<string>();
  const [seen, setSeen] = useState(0);
  const [missing, setMissing] = useState(false);

  const { act, acting: busy } = useWork(
    (work: () => Promise<string | undefined>) => {
      setProblem(undefined);
      setMissing(false);
      setSeen(0);
      return work();
    },
    {
      onDone: (address) => (address === undefined ? setMissing(true) : onLinked()),
      onError: ({ message }) => {
        setProblem(message);
        return true;
      },
    },
  );

  const { rpcUrl, voteAccount } = node;
  const post = (body: unknown): Promise<unknown> => postJson(rpcUrl, body);
  return {
    busy,
    problem,
    seen,
    missing,
    sign: (wallet) => void act(() => linkBySignature(send, wallet)),
    lookUp: (euid) => void act(() => linkByTransaction(send, { post, voteAccount, euid, onProgress: setSeen })),
  };
};
