/** Content in a blob that becomes visible with the transaction of its holder. */
import type { CID } from "multiformats/cid";
import type { Trx } from "../../database/database.ts";
import type { BlobStore } from "../store/blob-store.ts";
import type { IsRecorded } from "../store/blob-rows.ts";
import type { Tree } from "../dag/build-tree.ts";
import { cidKey, cidText } from "../dag/cid.ts";
import { keepParts, recordParts, recordTree } from "./record.ts";
import { lockRoot } from "./roots.ts";

interface Written {
  readonly isRecorded: IsRecorded;
  readonly store: BlobStore;
  readonly blobId: string;
  readonly tree: Tree;
  readonly files: { readonly count: number; readonly sizeBytes: number };
  /** Other roots that this one contains. */
  readonly parts?: readonly CID[];
}

export const prepared = ({ isRecorded, store, blobId, tree, files, parts = [] }: Written) => ({
  cid: cidText(tree.root),
  async record(trx: Trx): Promise<void> {
    const keys = parts.map(cidKey);
    const exists = () => lockRoot(trx, tree.root, "share");
    // Recording fails if a part is gone, even if an existing duplicate does without it.
    if (keys.length > 0 && (await exists())) return;
    do {
      await keepParts(trx, keys);
      if (await recordTree(trx, blobId, tree, files)) return recordParts(trx, tree.root, keys);
      // An existing duplicate is protected from deletion; one deleted in the meantime is stored again.
    } while (!(await exists()));
  },
  async settle(): Promise<void> {
    if (!(await isRecorded(blobId))) await store.remove(blobId);
  },
});
