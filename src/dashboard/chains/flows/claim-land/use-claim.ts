import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChainKey } from "../../../../../resources/chains/chains.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { payByOn, storedPayBy } from "../../evm/pay-by.ts";
import { chainProblem } from "../../evm/problem.ts";
import type { Wallet } from "../../wallets/discover.ts";
import { onAccountChange, onChainChange, currentAccount } from "../../wallets/requests.ts";
import { showProblem } from "../../../ui/states/show-problem.ts";
import { browserEffects, moveTo, problemOf } from "./browser-effects.ts";
import { createClaim, type Claim } from "./claim.ts";
import { claimChain, type ClaimState } from "./machine.ts";
import { findPayers } from "./wallets.ts";
import type { Payers } from "../../wallets/payers.ts";

export interface ClaimOptions {
  /** Opens the sign-in for visitors. Resolves to whether a user is signed in afterwards. */
  readonly signIn: () => Promise<boolean>;
  /** Location of the claim, for the report; without it nothing is reported. */
  readonly source?: string;
  /** The server credited it. */
  readonly onCredited?: () => void;
}

export interface ClaimView {
  readonly claim: Claim;
  readonly state: ClaimState;
  /** Undefined until this browser's wallets are known. */
  readonly payers: readonly Wallet[] | undefined;
  readonly payer: Wallet | undefined;
  /** The paying wallet is on a public network while this instance runs local devnets. */
  readonly refused: boolean;
  /** The paying account, once the wallet shares it. */
  readonly account: string | undefined;
  /** Asks the wallet to switch networks. */
  readonly moving: boolean;
  readonly choosePayer: (wallet: Wallet) => void;
  readonly chooseChain: (chain: ChainKey) => void;
}

/** A claim on this screen, with its paying wallet. */
export const useClaim = ({ signIn, source, onCredited }: ClaimOptions): ClaimView => {
  const { payers, payer, refused, choosePayer, refreshPayers } = usePayers();
  const [{ claim, use }] = useState(() => openClaim(source));
  useEffect(() => use({ signIn, onCredited, refreshPayers }));
  const state = useSyncExternalStore(claim.subscribe, claim.get);
  const account = useWalletEvents(claim, payer);
  // Leaving the screen cancels an unsent claim.
  useEffect(() => claim.close, [claim]);
  const { moving, chooseChain } = useChainChoice(claim, payer);
  return { claim, state, payers, payer, refused, account, moving, choosePayer, chooseChain };
};

interface Hooks {
  readonly signIn: ClaimOptions["signIn"];
  readonly onCredited: (() => void) | undefined;
  readonly refreshPayers: () => Promise<Wallet | undefined>;
}

/** Always calls the functions of the latest render. */
const openClaim = (source: string | undefined) => {
  let hooks: Hooks | undefined;
  const effects = browserEffects({
    signIn: async () => (await hooks?.signIn()) ?? false,
    payer: async () => hooks?.refreshPayers(),
    source,
    onCredited: () => hooks?.onCredited?.(),
  });
  return {
    claim: createClaim(effects, storedPayBy()),
    use: (next: Hooks): void => {
      hooks = next;
    },
  };
};

/** The wallets to offer. Refreshed before use, since the user may have signed in meanwhile. */
const usePayers = () => {
  const [loadedPayers, setFound] = useState<Payers>();
  const [chosen, choosePayer] = useState<Wallet>();
  const payers = loadedPayers && walletsOf(loadedPayers);
  const among = (wallets: readonly Wallet[]) => wallets.find(({ key }) => key === chosen?.key) ?? wallets[0];
  const payer = payers && among(payers);
  const refreshPayers = async (): Promise<Wallet | undefined> => {
    const latest = await findPayers();
    setFound(latest);
    return among(walletsOf(latest));
  };
  useEffect(() => void findPayers().then(setFound), []);
  return { payers, payer, refused: payer !== undefined && payer === loadedPayers?.refused, choosePayer, refreshPayers };
};

/** The sign-in wallet stays the first choice, so that it is visibly rejected rather than replaced. */
const walletsOf = ({ wallets, refused }: Payers): readonly Wallet[] => (refused ? [refused, ...wallets] : wallets);

/** Follows the wallet's account and network: a network change selects that chain. */
const useWalletEvents = (claim: Claim, payer: Wallet | undefined): string | undefined => {
  const [account, setAccount] = useState<string>();
  useEffect(() => {
    const provider = payer?.provider;
    if (!provider) return undefined;
    let left = false;
    void currentAccount(provider).then(
      (address) => left || setAccount(address),
      () => undefined,
    );
    const stops = [
      onAccountChange(provider, setAccount),
      onChainChange(provider, (chainId) => {
        const chain = payByOn(chainId, storedPayBy());
        claim.send({ type: "wallet-moved", chain, problem: chainProblem(new Error(chainMessages.wrongNetwork)) });
      }),
    ];
    return () => {
      left = true;
      setAccount(undefined);
      stops.forEach((stop) => stop());
    };
  }, [claim, payer]);
  return account;
};

/** Selecting a chain asks a connected wallet to switch immediately; other wallets when they pay. */
const useChainChoice = (claim: Claim, payer: Wallet | undefined) => {
  const [moving, setMoving] = useState(false);
  const move = async (wallet: Wallet, chain: ChainKey): Promise<void> => {
    setMoving(true);
    try {
      if (wallet.provider && (await currentAccount(wallet.provider))) await moveTo(wallet, chain);
    } catch (error) {
      if (await showProblem(await problemOf(error, chain))) await move(wallet, chain);
    } finally {
      setMoving(false);
    }
  };
  const chooseChain = (chain: ChainKey): void => {
    claim.send({ type: "choose-chain", chain });
    if (payer && claimChain(claim.get()) === chain) void move(payer, chain);
  };
  return { moving, chooseChain };
};
