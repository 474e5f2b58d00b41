import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { payByOn, storedPayBy } from "../../chains/evm/pay-by.ts";
import { chainProblem } from "../../chains/evm/problem.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { onAccountChange, onChainChange, currentAccount } from "../../chains/wallets/requests.ts";
import { showProblem } from "../../ui/show-problem.ts";
import { browserEffects, moveTo, problemOf } from "./browser-effects.ts";
import { createClaim, type Claim } from "./claim.ts";
import { claimChain, type ClaimState } from "./machine.ts";
import { findPayers } from "./wallets.ts";

export interface ClaimOptions {
  /** Opens the sign-in where nobody is signed in; resolves to whether somebody is afterwards. */
  readonly signIn: () => Promise<boolean>;
  /** Where the claim is made, for the report of it; without one nothing is reported. */
  readonly source?: string;
  /** The cloud has credited it. */
  readonly onCredited?: () => void;
}

export interface ClaimView {
  readonly claim: Claim;
  readonly state: ClaimState;
  /** Undefined until this browser's wallets are known. */
  readonly payers: readonly Wallet[] | undefined;
  readonly payer: Wallet | undefined;
  /** The payer's account, once the wallet has opened it to the site. */
  readonly account: string | undefined;
  /** The wallet is asked to go to another network. */
  readonly moving: boolean;
  readonly choosePayer: (wallet: Wallet) => void;
  readonly chooseChain: (chain: ChainKey) => void;
}

/** A claim of this screen, with the wallet that pays for it. */
export const useClaim = ({ signIn, source, onCredited }: ClaimOptions): ClaimView => {
  const { payers, payer, choosePayer, look } = usePayers();
  const [{ claim, use }] = useState(() => openClaim(source));
  useEffect(() => use({ signIn, onCredited, look }));
  const state = useSyncExternalStore(claim.subscribe, claim.get);
  const account = useWalletEvents(claim, payer);
  // Who leaves the screen gives up what is not sent yet.
  useEffect(() => claim.close, [claim]);
  const { moving, chooseChain } = useChainChoice(claim, payer);
  return { claim, state, payers, payer, account, moving, choosePayer, chooseChain };
};

interface Hooks {
  readonly signIn: ClaimOptions["signIn"];
  readonly onCredited: (() => void) | undefined;
  readonly look: () => Promise<Wallet | undefined>;
}

/** A claim that calls whatever functions its screen was drawn with last. */
const openClaim = (source: string | undefined) => {
  let hooks: Hooks | undefined;
  const effects = browserEffects({
    signIn: async () => (await hooks?.signIn()) ?? false,
    payer: async () => hooks?.look(),
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

/** The wallets to offer, looked for anew when one is about to be used: by then somebody may have signed in. */
const usePayers = () => {
  const [payers, setPayers] = useState<readonly Wallet[]>();
  const [chosen, choosePayer] = useState<Wallet>();
  const payer = payers?.find(({ key }) => key === chosen?.key) ?? payers?.[0];
  const look = async (): Promise<Wallet | undefined> => {
    const found = await findPayers();
    setPayers(found);
    return found.find(({ key }) => key === chosen?.key) ?? found[0];
  };
  useEffect(() => void findPayers().then(setPayers), []);
  return { payers, payer, choosePayer, look };
};

/** Follows the wallet's account, and its network: the chosen chain is the wallet's as soon as that changes. */
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

/** Choosing a chain asks a connected wallet to go there at once; another one is asked when it pays. */
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
