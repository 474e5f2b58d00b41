import { chainOfId } from "../../../../resources/chains/chains.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import type { WalletNetwork } from "../evm/networks.ts";

/** The two ends of a rollup's bridge, in the form that wallets need. */
export type RollupEnd = "rollup" | "settlement";

type Described = Pick<PublicRollup, "chainId" | "name" | "rpc" | "gasToken" | "provider" | "settlement">;

/** Returns the rollup's network. `origin`: of this page, for root-relative URLs. */
export const rollupNetwork = (
  { chainId, name, rpc, gasToken, provider }: Described,
  origin: string,
): WalletNetwork => ({
  key: `rollup-${chainId}`,
  chain: { name, currency: { name: gasToken, symbol: gasToken, decimals: 18 }, explorer: "" },
  chainId: Number(chainId),
  rpcUrl: new URL(rpc, origin).href,
  own: provider === "embedded",
  explorer: new URL(`/explorer/${chainId}`, origin).href,
});

/** Returns the rollup's settlement chain. */
export const settlementNetwork = ({ settlement, provider }: Described, origin: string): WalletNetwork => {
  const chainId = Number(settlement.chainId);
  const publicChain = chainOfId(chainId);
  return {
    key: publicChain?.key ?? `settlement-${chainId}`,
    chain: publicChain ?? {
      name: settlement.name,
      currency: { name: "Ether", symbol: "ETH", decimals: 18 },
      explorer: "",
    },
    chainId,
    rpcUrl: new URL(settlement.rpc, origin).href,
    own: provider === "embedded",
  };
};
