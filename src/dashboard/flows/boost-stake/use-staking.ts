import { useEffect, useState, useSyncExternalStore } from "react";
import { browserEffects } from "./browser-effects.ts";
import type { StakeAct, StakingState } from "./machine.ts";
import { createStaking, type Staking } from "./staking.ts";

interface Drawn {
  /** Wallets linked to the user. */
  readonly addresses: readonly string[];
  /** Called when something on the chain may count. */
  readonly onChange: (act: StakeAct) => void;
  readonly onDone: (act: StakeAct) => void;
}

/** Runs staking on this screen: state and start function. */
export const useStaking = (drawn: Drawn): { readonly state: StakingState; readonly start: Staking["start"] } => {
  const [{ staking, use }] = useState(openStaking);
  useEffect(() => use(drawn));
  // Leaving the screen abandons transactions that are not sent yet.
  useEffect(() => staking.close, [staking]);
  return { state: useSyncExternalStore(staking.subscribe, staking.get), start: staking.start };
};

/** Returns effects that use the latest props of the screen. */
const openStaking = () => {
  let drawn: Drawn | undefined;
  const staking = createStaking(
    browserEffects({
      addresses: () => drawn?.addresses ?? [],
      changed: (act) => drawn?.onChange(act),
      done: (act) => drawn?.onDone(act),
    }),
  );
  return {
    staking,
    use: (next: Drawn): void => {
      drawn = next;
    },
  };
};
