import { open } from "node:fs/promises";

/** The upload exceeds the size limit. */
export class TooMuch extends Error {}

/** Writes a stream to a new file. Throws TooMuch beyond `bytesMax`. */
export const writeStaging = async (
  path: string,
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<number> => {
  const handle = await open(path, "wx");
  try {
    let bytes = 0;
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > bytesMax) throw new TooMuch("The upload exceeds the size limit.");
      await handle.writeFile(piece);
    }
    return bytes;
  } finally {
    await handle.close();
  }
};
