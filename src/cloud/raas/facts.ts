/** Stored facts of a rollup from the engine, or from the operator who hands it over. */
import type { RollupFacts, RollupStep } from "../engines/rollups/rollups.ts";

export type StoredFacts = Omit<RollupFacts, "gasBlockLimit" | "blockExplorer" | "bridge"> & {
  readonly gasBlockLimit: string;
  readonly blockExplorer?: string | undefined;
  readonly bridge?: string | undefined;
};

declare module "../engines/database/tables.ts" {
  interface ColumnTypes {
    "rollup.facts": StoredFacts;
    "rollup.step": RollupStep;
  }
}

/** Serializes the facts as JSON text for the database. */
export const storedFacts = ({ gasBlockLimit, ...facts }: RollupFacts): string =>
  JSON.stringify({ ...facts, gasBlockLimit: gasBlockLimit.toString() } satisfies StoredFacts);

/** Returns the explorer's URL: a page of this server, unless the provider has its own. */
export const explorerOf = ({ blockExplorer }: StoredFacts, chainId: string): string =>
  blockExplorer ?? `/explorer/${chainId}`;

export const bridgePageOf = ({ bridge, bridgeAddress }: StoredFacts, chainId: string): string | null =>
  bridge ?? (bridgeAddress === null ? null : `/bridge/${chainId}`);
