import { useEffect, useState, useSyncExternalStore } from "react";
import { chainOf, chains, zkSyncLite } from "../../../../resources/chains.ts";
import { zkSyncMessages } from "../../../../resources/zksync/messages.ts";
import { config } from "../../api/config.ts";
import { networksOf } from "../../chains/evm/networks.ts";
import { Banner } from "../../ui/banner.tsx";
import { Benefits, type Benefit } from "../../ui/benefits.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./activation.module.css";
import { createActivation } from "./activation.ts";
import { browserEffects } from "./browser-effects.ts";
import { Congratulations } from "./congratulations.tsx";
import type { ActivationChain, ActivationPhase } from "./machine.ts";

interface ActivationPanelProps {
  /** `start`: to the overview, as an activated user. */
  readonly onClose: (next?: "start") => void;
}

/** What activation brings, the chains to choose from, and how far it is. */
export const ActivationPanel = ({ onClose }: ActivationPanelProps) => {
  const [activation] = useState(() => createActivation(browserEffects));
  const state = useSyncExternalStore(activation.subscribe, activation.get);
  useSyncExternalStore(config.subscribe, config.get);
  useEffect(() => {
    void activation.load();
    return activation.close;
  }, [activation]);
  if (state.name === "loading") return <Skeleton lines={6} />;
  if (state.name === "activated") return <Congratulations onStart={() => onClose("start")} />;
  const offered = offeredChains();
  const working = state.name === "working" ? state : undefined;
  return (
    <div className={styles.panel}>
      <p>
        Your account is on trial: its packages end after a week, and pins and invitations wait. Register your wallet
        once on a chain of your choice; you pay that chain&apos;s fee and nothing else.
      </p>
      <Benefits benefits={benefits} />
      {offered.length === 0 && <Banner kind="warning">This cloud is not connected to any chain yet.</Banner>}
      {working ? (
        <p className={styles.phase} role="status">
          <Spinner />
          {phaseSentence(working)}
        </p>
      ) : (
        <div className="fh-form-actions">
          <Button onClick={() => onClose()}>Skip</Button>
          {offered.length > 0 && (
            <Menu
              label="Activate now"
              className="fh-button is-primary"
              groups={[
                {
                  title: "Chain",
                  items: offered.map((key) => ({
                    label: nameOf(key),
                    ...(key === zkSyncLite.key && { hint: zkSyncMessages.hint }),
                    onSelect: () => activation.start(key),
                  })),
                },
              ]}
            >
              Activate now
              <Icon name="chevron-down" size={16} />
            </Menu>
          )}
        </div>
      )}
    </div>
  );
};

const benefits: readonly Benefit[] = [
  { icon: "key", title: "Web3 Identity", text: "Your account stands on a chain, under your own wallet." },
  { icon: "shield", title: "Ownership of data", text: "What you store is yours, and a chain can prove whose it is." },
  {
    icon: "rocket",
    title: "Enhanced product functionalities",
    text: "Pins, RPC and AI keys, rollups, and people whom you invite.",
  },
  { icon: "bucket", title: "Access to additional free resources", text: "Your packages begin anew each month." },
];

const phaseText: Readonly<Record<ActivationPhase, string>> = {
  connecting: "Connecting your wallet on {chain}…",
  checking: "Looking whether your wallet is registered on {chain}…",
  confirming: "Please confirm the registration in your wallet.",
  waiting: "Waiting until {chain} has confirmed it…",
};

const phaseSentence = ({
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
  confirming: "Please sign in your wallet: the key of your zkSync account, then the transfer of 0.0005 ETH.",
  waiting: "Your transfer is there. Waiting until Polygon has confirmed your registration…",
};

/** zkSync Lite stands after zkSync Era: who pays there is registered on Polygon. */
const offeredChains = (): readonly ActivationChain[] => {
  const here = networksOf(config.get(), location.origin);
  const isHere = (key: string): boolean => here.some((network) => network.key === key);
  return chains
    .filter(({ activation }) => activation)
    .flatMap(({ key }): readonly ActivationChain[] => [
      ...(isHere(key) ? [key] : []),
      ...(key === "zksync-era" && isHere("polygon") ? [zkSyncLite.key] : []),
    ]);
};

const nameOf = (key: ActivationChain): string => (key === zkSyncLite.key ? zkSyncLite.name : chainOf(key)!.name);
