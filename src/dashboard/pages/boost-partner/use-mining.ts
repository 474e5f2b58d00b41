import { useRef } from "react";
import { bindStake, nftList, stakeInfo, type Nft, type Stake } from "../../../../resources/boost/stake-calls.ts";
import { getNode, loadNode, sendBoost } from "../../flows/boost/node.ts";
import { attempt } from "../../lib/attempt.ts";
import { usePolled, type Polled } from "../../ui/use-polled.ts";

export interface Mining {
  readonly stake: Stake;
  readonly nfts: readonly Nft[];
}

/** Polls the assets in the user's wallets and the active stakes. Confirmations change them. */
export const useMining = (pollMs: number): Polled<Mining> => {
  const isBound = useRef(false);
  const load = async (): Promise<Mining> => {
    // Stakes made elsewhere, or before joining, count from the first visit.
    if (!isBound.current) await attempt(() => sendBoost(bindStake));
    isBound.current = true;
    const [stake, nfts] = await Promise.all([sendBoost(stakeInfo), sendBoost(nftList)]);
    const node = getNode();
    if (node.name === "in" && node.info.rateBuff !== stake.rateBuff) await loadNode();
    return { stake, nfts };
  };
  return usePolled("mining", load, pollMs);
};
