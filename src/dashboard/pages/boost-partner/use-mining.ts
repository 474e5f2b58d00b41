import { useEffect, useState } from "react";
import { bindStake, nftList, stakeInfo, type Nft, type Stake } from "../../../../resources/boost/stake-calls.ts";
import { getNode, loadNode } from "../../flows/boost/node.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { attempt } from "../../lib/attempt.ts";
import type { Cached } from "../../ui/use-cached.ts";

export interface Mining {
  readonly stake: Stake;
  readonly nfts: readonly Nft[];
}

/** Polls the assets in the user's wallets and the active stakes. Confirmations change them. */
export const useMining = (pollMs: number): Omit<Cached<Mining>, "loading"> => {
  const send = useSend();
  const [isBound, setBound] = useState(false);
  useEffect(() => {
    // Stakes made elsewhere, or before joining, count from the first visit.
    void attempt(() => send(bindStake)).then(() => setBound(true));
  }, [send]);
  const stake = useCall(stakeInfo, { pollMs, enabled: isBound });
  const nfts = useCall(nftList, { pollMs, enabled: isBound });
  const rateBuff = stake.data?.rateBuff;
  useEffect(() => {
    const node = getNode();
    if (rateBuff !== undefined && node.name === "in" && node.info.rateBuff !== rateBuff) void loadNode();
  }, [rateBuff]);
  return {
    data: stake.data && nfts.data && { stake: stake.data, nfts: nfts.data },
    error: stake.error ?? nfts.error,
    reload: () => {
      stake.reload();
      nfts.reload();
    },
  };
};
