/** Reads and hashes bytes in a worker: 1 MiB at a time, so that memory stays low for a part of any size. */
import { leafBytes } from "../../../lib/cid/file-cid.ts";
import { crc32, crc32Base64 } from "../../../lib/bytes/crc32.ts";

export interface HashRequest {
  readonly id: number;
  readonly bytes: Blob;
}

export type HashResult =
  | { readonly id: number; readonly crc32: string; readonly leaves: { digest: Uint8Array; sizeBytes: number }[] }
  | { readonly id: number; readonly problem: string };

addEventListener("message", ({ data }: MessageEvent<HashRequest>) => {
  void hash(data).then((result) => postMessage(result));
});

const hash = async ({ id, bytes }: HashRequest): Promise<HashResult> => {
  try {
    let sum = 0;
    const leaves: { digest: Uint8Array; sizeBytes: number }[] = [];
    for (let at = 0; at === 0 || at < bytes.size; at += leafBytes) {
      const leaf = await bytes.slice(at, at + leafBytes).arrayBuffer();
      sum = crc32(new Uint8Array(leaf), sum);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", leaf));
      leaves.push({ digest, sizeBytes: leaf.byteLength });
    }
    return { id, crc32: crc32Base64(sum), leaves };
  } catch (error) {
    return { id, problem: (error as Error).message };
  }
};
