import { chainOf, zkSyncLite } from "../../../../resources/chains/chains.ts";

const others: Readonly<Record<string, string>> = {
  [zkSyncLite.key]: zkSyncLite.name,
  ton: "TON",
  stars: "Stars",
};

/** Display name of a deposit's source. */
export const networkName = (network: string): string => chainOf(network)?.name ?? others[network] ?? network;
