import { useEffect, useState, useSyncExternalStore } from "react";
import { browserEffects } from "./browser-effects.ts";
import type { StakeAct, StakingState } from "./machine.ts";
import { createStaking, type Staking } from "./staking.ts";

interface Drawn {
  /** Wallets that count for the person. */
  readonly addresses: readonly string[];
  /** Something is on the chain, and may count. */
  readonly onChange: (act: StakeAct) => void;
  readonly onDone: (act: StakeAct) => void;
}

/** Staking on this screen: where it stands, and the way to begin. */
export const useStaking = (drawn: Drawn): { readonly state: StakingState; readonly start: Staking["start"] } => {
  const [{ staking, use }] = useState(openStaking);
  useEffect(() => use(drawn));
  // Who leaves the screen gives up what is not sent yet.
  useEffect(() => staking.close, [staking]);
  return { state: useSyncExternalStore(staking.subscribe, staking.get), start: staking.start };
};

/** One that acts for what its screen was drawn with last. */
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
