/** Hashes the leaves of packed files window by window, without copying them. */
import type { CID } from "multiformats/cid";
import type { PackedFile } from "../blocks.ts";
import { createBufferPool } from "../store/buffer-pool.ts";
import { leafCid } from "./cid.ts";

/** IPIP-499, profile unixfs-v1-2025. */
export const leafBytesMax = 1024 * 1024;
const WINDOWS_AT_ONCE = 4;
const windowBuffers = createBufferPool(leafBytesMax, 2 * WINDOWS_AT_ONCE);

/** A source of bytes: an open file, or several as one. */
export interface ByteSource {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

export interface Leaf {
  readonly cid: CID;
  readonly offset: number;
  readonly sizeBytes: number;
}

interface Range {
  readonly file: number;
  readonly index: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Returns the leaves of each file, in the order of `files`. An empty file has one empty leaf. */
export const hashLeaves = async (
  source: ByteSource,
  files: readonly PackedFile[],
  signal?: AbortSignal,
): Promise<Leaf[][]> => {
  const leaves: Leaf[][] = files.map(() => []);
  const windows = windowsOf(files);
  const hashWindows = async (): Promise<void> => {
    const buffer = windowBuffers.take();
    try {
      for (const window of windows) {
        signal?.throwIfAborted();
        await readWindow(source, buffer, window);
        for (const { file, index, offset, sizeBytes } of window) {
          const start = offset - window[0]!.offset;
          const cid = await leafCid(buffer.subarray(start, start + sizeBytes));
          leaves[file]![index] = { cid, offset, sizeBytes };
        }
      }
    } finally {
      windowBuffers.giveBack(buffer);
    }
  };
  // All share one iterator, so each window is hashed once.
  await Promise.all(Array.from({ length: WINDOWS_AT_ONCE }, hashWindows));
  return leaves;
};

function* rangesOf(files: readonly PackedFile[]): Generator<Range> {
  for (const [file, { offset, sizeBytes }] of files.entries()) {
    const count = Math.max(1, Math.ceil(sizeBytes / leafBytesMax));
    for (let index = 0; index < count; index++) {
      const start = index * leafBytesMax;
      yield { file, index, offset: offset + start, sizeBytes: Math.min(leafBytesMax, sizeBytes - start) };
    }
  }
}

/** Groups adjacent leaves, together at most one full leaf, so that small files share one read. */
function* windowsOf(files: readonly PackedFile[]): Generator<readonly Range[]> {
  let window: Range[] = [];
  let endOffset = 0;
  for (const range of rangesOf(files)) {
    const joins =
      range.offset === endOffset && range.offset + range.sizeBytes - (window[0]?.offset ?? 0) <= leafBytesMax;
    if (window.length > 0 && !joins) {
      yield window;
      window = [];
    }
    window.push(range);
    endOffset = range.offset + range.sizeBytes;
  }
  if (window.length > 0) yield window;
}

const readWindow = async (source: ByteSource, buffer: Buffer, window: readonly Range[]): Promise<void> => {
  const first = window[0]!;
  const last = window.at(-1)!;
  const length = last.offset + last.sizeBytes - first.offset;
  let done = 0;
  while (done < length) {
    const { bytesRead } = await source.read(buffer, done, length - done, first.offset + done);
    if (bytesRead === 0) throw new Error("The staging file is shorter than its file list.");
    done += bytesRead;
  }
};
