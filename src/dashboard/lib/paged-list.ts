/** A list that loads page by page and is read as one. Adding a page copies nothing, regardless of the length. Pure. */
export interface PagedList<T> extends Iterable<T> {
  readonly length: number;
  readonly pages: readonly (readonly T[])[];
  /** Returns undefined out of bounds; negative indexes do not count from the end. */
  readonly at: (index: number) => T | undefined;
  /** Returns a new array from `first` up to but not including `end`. */
  readonly slice: (first: number, end: number) => T[];
}

export const pagedList = <T>(pages: readonly (readonly T[])[]): PagedList<T> => {
  const starts: number[] = [];
  let length = 0;
  for (const page of pages) {
    starts.push(length);
    length += page.length;
  }
  const at = (index: number): T | undefined => {
    if (!(index >= 0 && index < length)) return undefined;
    const page = lastUpTo(starts, index);
    return pages[page]![index - starts[page]!];
  };
  return {
    length,
    pages,
    at,
    slice: (first, end) => {
      const from = Math.max(0, first);
      return Array.from({ length: Math.max(0, Math.min(end, length) - from) }, (_, offset) => at(from + offset)!);
    },
    *[Symbol.iterator]() {
      for (const page of pages) yield* page;
    },
  };
};

/** Returns whether a list is an older one with pages added, or the same one. */
export const isAddedTo = (older: PagedList<unknown>, { pages }: PagedList<unknown>): boolean =>
  older.pages.every((page, at) => page === pages[at]);

/**
 * Returns the index of the last number in an ascending list that is not above `wanted`, which is not below the first.
 */
const lastUpTo = (rising: readonly number[], wanted: number): number => {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rising[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
};
