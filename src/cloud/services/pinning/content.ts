import { CID } from "multiformats/cid";
import { pinEntriesMax } from "../../../../resources/bucket/pin-limits.ts";
import { Unpinnable } from "./problems.ts";
import type { PinRow } from "./rows.ts";
import { sentences } from "./sentences.ts";
import type { PinningEngines, PinningParts } from "./service.ts";

/** A root of the block store. */
export interface Found {
  readonly cid: string;
  readonly sizeBytes: number;
}

export interface Content {
  /** What this cloud holds already, made a root if it was none. */
  here(root: string): Promise<Found | undefined>;
  /** Makes the content of a pin a root of the store. Throws Unpinnable. */
  bring(row: PinRow, signal: AbortSignal): Promise<Found>;
  /** Nothing came to hold this root after all. */
  letGo(found: Found): Promise<void>;
}

/** Where the content of pins comes from: this cloud's own store first. */
export const createContent = (
  { database: { db }, blocks }: PinningEngines,
  { holdings }: Pick<PinningParts, "holdings">,
): Content => {
  const here: Content["here"] = (root) => blocks.hold(CID.parse(root), pinEntriesMax);
  return {
    here,
    bring: async ({ root }) => {
      const held = await here(root);
      if (held) return held;
      throw new Unpinnable(sentences.notConnected, { isFinal: true });
    },
    letGo: ({ cid }) => db.transaction().execute((trx) => holdings.release(trx, [cid])),
  };
};
