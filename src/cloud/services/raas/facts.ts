/** What the engine, or an operator who hands a rollup over, says of it, as it is kept. */
import type { RollupFacts } from "../../engines/rollups/rollups.ts";

export type StoredFacts = Omit<RollupFacts, "gasBlockLimit" | "blockExplorer" | "bridge"> & {
  readonly gasBlockLimit: string;
  readonly blockExplorer?: string | undefined;
  readonly bridge?: string | undefined;
};

/** As JSON text for the database. */
export const storedFacts = ({ gasBlockLimit, ...facts }: RollupFacts): string =>
  JSON.stringify({ ...facts, gasBlockLimit: gasBlockLimit.toString() } satisfies StoredFacts);

/** Pages of this cloud, unless the provider has its own. */
export const explorerOf = ({ blockExplorer }: StoredFacts, chainId: string): string =>
  blockExplorer ?? `/explorer/${chainId}`;

export const bridgePageOf = ({ bridge, bridgeAddress }: StoredFacts, chainId: string): string | null =>
  bridge ?? (bridgeAddress === null ? null : `/bridge/${chainId}`);
