/** Collects new nodes: in memory while they are few, then in a staging file. */
import { open, rm, type FileHandle } from "node:fs/promises";
import { smallFileBytesMax } from "./blocks.ts";
import type { PlacedBlock } from "./build-tree.ts";
import { cidText } from "./cid.ts";
import type { DagSink } from "./dag.ts";
import { writeAll } from "./join-files.ts";

const FLUSHED_BYTES = 1024 * 1024;

export interface NodeWriter {
  readonly sink: DagSink;
  /** Writes the collected nodes if there are many. */
  pause(): Promise<void>;
  /** Makes the nodes durable; if there are few, the blocks contain their bytes instead. Each CID once. */
  finish(): Promise<{ readonly blocks: readonly PlacedBlock[]; readonly sizeBytes: number; readonly inFile: boolean }>;
  close(): Promise<void>;
}

export const createNodeWriter = (stagingFile: string): NodeWriter => {
  const placed = new Map<string, PlacedBlock>();
  let handle: FileHandle | undefined;
  let written = 0;
  let waiting: { readonly block: PlacedBlock; readonly bytes: Uint8Array }[] = [];
  let end = 0;

  const flush = async (): Promise<void> => {
    handle ??= await open(stagingFile, "wx");
    await writeAll(handle, Buffer.concat(waiting.map(({ bytes }) => bytes)), written);
    written = end;
    waiting = [];
  };

  return {
    sink: {
      node(cid, bytes) {
        if (placed.has(cidText(cid))) return;
        const block = { cid, offset: end, sizeBytes: bytes.length };
        placed.set(cidText(cid), block);
        waiting.push({ block, bytes });
        end += bytes.length;
      },
      extent: () => undefined,
    },
    async pause() {
      if (end - written >= FLUSHED_BYTES) await flush();
    },
    async finish() {
      if (!handle && end <= smallFileBytesMax) {
        return { blocks: waiting.map(({ block, bytes }) => ({ ...block, bytes })), sizeBytes: end, inFile: false };
      }
      await flush();
      await handle!.sync();
      return { blocks: [...placed.values()], sizeBytes: end, inFile: true };
    },
    async close() {
      await handle?.close();
      await rm(stagingFile, { force: true });
    },
  };
};
