import { formatUsd } from "../../../../../resources/money.ts";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { inviteCode } from "../../../../../resources/account/teams/member-calls.ts";
import { chainOf, chains, zkSyncLite, type ChainKey } from "../../../../../resources/chains/chains.ts";
import { zkSyncMessages } from "../../../../../resources/chains/zksync-messages.ts";
import { send } from "../../../api/client.ts";
import { config } from "../../../api/config.ts";
import { session } from "../../../api/session/session.ts";
import { networksOf, networkNamed } from "../../evm/networks.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { formatCoinsShort } from "../../../lib/format/coins.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Benefits, type Benefit } from "../../../ui/panels/benefits.tsx";
import { BrandLogo } from "../../../ui/page/brand-logo.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu/menu.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import styles from "./activation.module.css";
import { createActivation, type ActivationEffects, type Registering } from "./activation.ts";
import type { ActivationChain, ActivationPhase } from "./machine.ts";
import { shareUrl } from "./share-url.ts";
import { registration, registrationSignature, reportRegistration } from "../../../../../resources/chains/activation.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { loadUser } from "../../../api/session/load.ts";
import { moveTo } from "../../evm/move-to.ts";
import { probeNetwork } from "../../evm/probe-network.ts";
import type { Wallet } from "../../wallets/discover.ts";
import { requestAccount } from "../../wallets/requests.ts";
import { celebrate } from "../../../ui/celebration/celebration.ts";
import { showProblem } from "../../../ui/states/show-problem.ts";
import { receiptPause, reportedProblem } from "../chain-effects.ts";
import { findPayingWallet } from "../find-paying-wallet.ts";

interface ActivationPanelProps {
  readonly onClose: (result?: "activated") => void;
}

/** Benefits of activation, the recommended chain before the others, and the progress. */
export const ActivationPanel = ({ onClose }: ActivationPanelProps) => {
  const [activation] = useState(() => createActivation(browserEffects));
  const state = useSyncExternalStore(activation.subscribe, activation.get);
  useSyncExternalStore(config.subscribe, config.get);
  useEffect(() => {
    void activation.load();
    return activation.close;
  }, [activation]);
  const isActivated = state.name === "activated";
  useEffect(() => {
    if (isActivated) onClose("activated");
  }, [isActivated, onClose]);
  if (state.name === "loading" || state.name === "activated") return <Skeleton lines={6} />;
  const [recommended, ...others] = offeredChains();
  if (state.name === "working")
    return (
      <Panel>
        <p className={styles.phase} role="status">
          <Spinner />
          {phaseMessage(state)}
        </p>
      </Panel>
    );
  return (
    <Panel>
      {recommended ? (
        <Recommended chain={recommended} onStart={() => activation.start(recommended)} />
      ) : (
        <Banner kind="warning">No blockchain is configured. Ask your administrator.</Banner>
      )}
      <div className="fh-form-actions">
        <Button onClick={() => onClose()}>Skip</Button>
        {others.length > 0 && (
          <Menu
            label="Other chains"
            className="fh-button is-secondary"
            groups={[
              {
                title: "Activate on",
                items: others.map((key) => ({
                  label: nameOf(key),
                  image: <BrandLogo name={key} size={20} />,
                  ...(key === zkSyncLite.key && { hint: zkSyncMessages.hint }),
                  onSelect: () => activation.start(key),
                })),
              },
            ]}
          >
            Other chains
            <Icon name="chevron-down" size={16} />
          </Menu>
        )}
      </div>
    </Panel>
  );
};

/** What is locked until activation, and what it brings. */
const Panel = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.panel}>
    <p>
      Your account is on trial, which ends after a week. Until you activate it, pinning, RPC and AI keys, rollups and
      inviting members are locked. Register your wallet once on a chain; you pay only the network fee.
    </p>
    <Benefits benefits={benefits} />
    {children}
  </div>
);

interface RecommendedProps {
  readonly chain: ActivationChain;
  readonly onStart: () => void;
}

/** The chain to register on with one click, with its current fee. */
const Recommended = ({ chain, onStart }: RecommendedProps) => {
  const fee = useFee(chain);
  return (
    <section className={styles.recommended} aria-label="Recommended chain">
      <BrandLogo name={chain} size={32} />
      <div>
        <strong>{nameOf(chain)}</strong>
        <span>{fee ? `Recommended. Network fee ${fee}.` : "Recommended for its low network fee."}</span>
      </div>
      <Button kind="primary" onClick={onStart}>
        Activate now
      </Button>
    </section>
  );
};

/** Fee of a registration: "about $0.0021 (0.004 POL)". Undefined until it is known; the offer works without. */
const useFee = (chain: ActivationChain): string | undefined => {
  const [fee, setFee] = useState<string>();
  useEffect(() => {
    let left = false;
    const read = async (): Promise<void> => {
      const { registrationFee } = await import("../../evm/registration-fee.ts");
      const network = networkOf(chain);
      const { wei, usd } = await registrationFee(network);
      const dollars = `about ${formatUsd(usd)}`.replace("about <", "below ");
      const coins = formatCoinsShort(wei, network.chain.currency.symbol).replace(" ", "\u00a0");
      if (!left) setFee(`${dollars} (${coins})`);
    };
    void attempt(read);
    return () => {
      left = true;
    };
  }, [chain]);
  return fee;
};

const benefits: readonly Benefit[] = [
  { icon: "key", title: "Web3 identity", text: "Registered on-chain to your wallet." },
  {
    icon: "shield",
    title: "Ownership of data",
    text: "Content is addressed by its hash, so you can move it anywhere.",
  },
  {
    icon: "rocket",
    title: "Enhanced product functionalities",
    text: "Pinning, RPC and AI keys, rollups and team members.",
  },
  {
    icon: "bucket",
    title: "Access to additional free resources",
    text: "Every month: twice the trial's storage, traffic and build time, and 100 million RPC compute units.",
  },
];

const phaseText: Readonly<Record<ActivationPhase, string>> = {
  connecting: "Connecting your wallet on {chain}…",
  checking: "Checking your wallet's registration on {chain}…",
  confirming: "Confirm the registration in your wallet.",
  waiting: "Waiting for confirmation on {chain}…",
};

const phaseMessage = ({
  phase,
  chain,
}: {
  readonly phase: ActivationPhase;
  readonly chain: ActivationChain;
}): string => {
  if (chain !== zkSyncLite.key) return phaseText[phase].replace("{chain}", nameOf(chain));
  return zkSyncPhaseText[phase];
};

const zkSyncPhaseText: Readonly<Record<ActivationPhase, string>> = {
  connecting: "Connecting your wallet…",
  checking: "Looking for your transfer on zkSync Lite…",
  confirming: "Confirm in your wallet: first the key of your zkSync account, then the transfer of 0.0005 ETH.",
  waiting: "Transfer received. Waiting for Polygon to confirm your registration…",
};

/** Adds zkSync Lite after zkSync Era, where available. The wallet is then registered on Polygon. */
const offeredChains = (): readonly ActivationChain[] => {
  const available = networksOf(config.get(), location.origin);
  const takesLite = config.get().features.zkSyncLite;
  const isAvailable = (key: string): boolean => available.some((network) => network.key === key);
  return chains
    .filter(({ activation }) => activation)
    .flatMap(({ key }): readonly ActivationChain[] => [
      ...(isAvailable(key) ? [key] : []),
      ...(key === "zksync-era" && isAvailable("polygon") && takesLite ? [zkSyncLite.key] : []),
    ]);
};

const nameOf = (key: ActivationChain): string => (key === zkSyncLite.key ? zkSyncLite.name : chainOf(key)!.name);

/** After activation: what it unlocked, the invite link and the way on. */
export const Activated = ({ onStart }: { readonly onStart: () => void }) => {
  const [code, setCode] = useState<string>();
  useEffect(() => void attempt(() => send(inviteCode, { silent: true })).then((answer) => setCode(answer?.code)), []);
  return (
    <div className={styles.done}>
      <Icon name="check" size={40} />
      <p>{chainMessages.activated}</p>
      <div className="fh-form-actions">
        <LinkButton icon="external" to={shareUrl(location.origin, code)}>
          Share
        </LinkButton>
        <Button kind="primary" onClick={onStart}>
          Start benefit
        </Button>
      </div>
    </div>
  );
};

/** Activation effects with a real browser, server and chains. */
const browserEffects: ActivationEffects = {
  isActivated: async () => (await apply()).handled,
  wallet: findPayingWallet,
  open: async (wallet, chain) => {
    if (chain !== zkSyncLite.key) return openRegistering(wallet, chain);
    const { openZkSyncRegistering } = await import("./zksync-registering.ts");
    return openZkSyncRegistering(wallet);
  },
  signature: async (chain) => {
    if (chain === zkSyncLite.key) return "";
    return (await send(registrationSignature, { query: { chain }, silent: true })).sign;
  },
  hint: (chain, txn) => {
    // zkSync Lite: the server searches by itself when asked for the transfer.
    if (chain !== zkSyncLite.key) void attempt(() => send(reportRegistration, { body: { txn, chain }, silent: true }));
  },
  pause: (chain) => receiptPause(networkOf(chain)),
  problemOf: (error, chain) => reportedProblem(error, "activate", chain === zkSyncLite.key ? undefined : chain),
  show: showProblem,
  activated: () => {
    celebrate();
    void attempt(loadUser);
  },
};

const apply = () => send(registration, { silent: true });

/** A wallet that paid on zkSync Lite is registered on Polygon. */
const networkOf = (chain: ActivationChain) =>
  networkNamed(networksOf(config.get(), location.origin), chain === zkSyncLite.key ? "polygon" : chain);

/** Registers the wallet stored by the server, regardless of the account that pays the gas. */
const openRegistering = async ({ name, provider }: Wallet, chain: ChainKey): Promise<Registering> => {
  if (!provider) throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
  const [payer, { wallet: account }] = await Promise.all([requestAccount(provider), apply()]);
  await probeNetwork(provider);
  const network = networkOf(chain);
  await moveTo(provider, network);
  const [{ connectTo }, { registeredFor, register }, { waitForReceipt }] = await Promise.all([
    import("../../evm/connection.ts"),
    import("../../evm/registration.ts"),
    import("../../evm/send-raised.ts"),
  ]);
  const connection = await connectTo(provider, network, payer);
  const euid = session.get().user?.euid ?? "";
  return {
    exists: async () => {
      const registered = await registeredFor(connection, { account, euid });
      if (registered !== "another") return registered === "this";
      // Of a deleted account, the server takes it over. Otherwise the contract refuses another one.
      await send(reportRegistration, { body: { txn: "", chain }, silent: true });
      return (await apply()).handled;
    },
    register: (signature) => register(connection, { account, euid, signature }),
    confirmed: (hash) => waitForReceipt(connection, hash, { confirmations: registrationConfirmations }),
  };
};

const registrationConfirmations = 2;
