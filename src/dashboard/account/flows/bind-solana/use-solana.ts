/** Linking a Solana address, for screens. */
import { useMemo, useState, useSyncExternalStore } from "react";
import { send } from "../../../api/client.ts";
import { config } from "../../../api/config.ts";
import { postJson } from "../../../api/secondary.ts";
import { loadUser } from "../../../api/session/load.ts";
import { openSolanaWallets } from "../../../chains/solana/wallets.ts";
import type { SolanaWallet } from "../../../chains/solana/dev-wallet.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { linkBySignature, linkByTransaction, type SolanaNode } from "./link.ts";

/** Both methods of linking an address. */
export const useLinkSolana = ({ rpcUrl, voteAccount }: SolanaNode, onLinked: () => void) => {
  /** Number of transactions checked so far. */
  const [seen, setSeen] = useState(0);
  /** The search ended without a result. */
  const [missing, setMissing] = useState(false);
  const {
    act,
    acting: busy,
    problem,
  } = useWork(
    (work: () => Promise<string | undefined>) => {
      setMissing(false);
      setSeen(0);
      return work();
    },
    {
      inline: true,
      onDone: (address) => (address === undefined ? setMissing(true) : onLinked()),
    },
  );
  const post = (body: unknown): Promise<unknown> => postJson(rpcUrl, body);
  return {
    busy,
    problem,
    seen,
    missing,
    sign: (wallet: SolanaWallet) => void act(() => linkBySignature(send, wallet)),
    lookUp: (euid: string) => void act(() => linkByTransaction(send, { post, voteAccount, euid, onProgress: setSeen })),
  };
};

/** The configured Solana chain; undefined if none. */
export const useSolanaNode = (): SolanaNode | undefined => useSyncExternalStore(config.subscribe, config.get).solana;

/** Announced wallets of this browser that can sign for Solana. */
export const useSolanaWallets = ({ embedded }: SolanaNode): readonly SolanaWallet[] => {
  const wallets = useMemo(
    () => openSolanaWallets({ offerDevWallet: embedded && config.get().features.devWallet }),
    [embedded],
  );
  return useSyncExternalStore(wallets.subscribe, wallets.list);
};

/** Reloads the user immediately, instead of waiting for the server's notice. */
export const reloadUser = (): void => void loadUser().catch(() => undefined);
