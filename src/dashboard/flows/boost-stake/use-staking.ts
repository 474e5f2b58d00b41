import { useEffect, useState, useSyncExternalStore } from "react";
import { browserEffects } from "./browser-effects.ts";
import type { StakeAct, StakingState } from "./machine.ts";
import { createStaking, type Staking } from "./staking.ts";

interface StakingProps {
  /** Wallets linked to the user. */
  readonly addresses: readonly string[];
  /** Called when something on the chain may count. */
  readonly onChange: (act: StakeAct) => void;
  readonly onDone: (act: StakeAct) => void;
}

/** Runs staking on this screen: state and start function. */
export const useStaking = (props: StakingProps): { readonly state: StakingState; readonly start: Staking["start"] } => {
  const [{ staking, use }] = useState(openStaking);
  useEffect(() => use(props));
  // Leaving the screen abandons transactions that are not sent yet.
  useEffect(() => staking.close, [staking]);
  return { state: useSyncExternalStore(staking.subscribe, staking.get), start: staking.start };
};

/** Returns effects that use the latest props of the screen. */
const openStaking = () => {
  let latest: StakingProps | undefined;
  const staking = createStaking(
    browserEffects({
      addresses: () => latest?.addresses ?? [],
      changed: (act) => latest?.onChange(act),
      done: (act) => latest?.onDone(act),
    }),
  );
  return {
    staking,
    use: (next: StakingProps): void => {
      latest = next;
    },
  };
};
