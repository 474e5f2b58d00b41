import { chainOf, zkSyncLite } from "../../../../resources/chains.ts";

const others: Readonly<Record<string, string>> = {
  [zkSyncLite.key]: zkSyncLite.name,
  ton: "TON",
  stars: "Stars",
};

/** How people call where a deposit came from. */
export const networkName = (network: string): string => chainOf(network)?.name ?? others[network] ?? network;
