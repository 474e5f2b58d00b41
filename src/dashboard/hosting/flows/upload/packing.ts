/** The bytes of all files as one stream, in the order of the manifest, sliced without copying. */
import type { UploadItem } from "../../../ui/upload/upload-item.ts";

export interface Packing {
  readonly sizeBytes: number;
  /** Returns at most `lengthBytes` bytes from `offset`. */
  slice(offset: number, lengthBytes: number): Blob;
  /** Returns the number of files that end before `offset`. */
  filesBefore(offset: number): number;
}

export const pack = (items: readonly UploadItem[]): Packing => {
  const ends: number[] = [];
  for (const { file } of items) ends.push((ends.at(-1) ?? 0) + file.size);
  const startOf = (index: number) => (index === 0 ? 0 : ends[index - 1]!);
  const sizeBytes = ends.at(-1) ?? 0;

  return {
    sizeBytes,
    slice: (offset, lengthBytes) => {
      const end = Math.min(offset + lengthBytes, sizeBytes);
      const pieces: Blob[] = [];
      for (let index = firstAbove(ends, offset); index < items.length && startOf(index) < end; index += 1) {
        const start = startOf(index);
        pieces.push(items[index]!.file.slice(Math.max(0, offset - start), end - start));
      }
      return new Blob(pieces);
    },
    filesBefore: (offset) => firstAbove(ends, offset),
  };
};

/** Returns the index of the first number greater than `value` in an ascending list. */
const firstAbove = (ascending: readonly number[], value: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
};
