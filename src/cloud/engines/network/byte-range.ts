/** Both ends are included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses the header Range for content of this size: one range of bytes (RFC 9110 §14.1.2). Returns undefined for the whole
 * content: without a header, and for several ranges or an invalid one.
 */
export const byteRangeOf = (header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (!first && !last) return undefined;
  if (!first) {
    if (Number(last) === 0) return "unsatisfiable";
    // A suffix of empty content is satisfiable and all of it, but Content-Range has no form for it.
    if (sizeBytes === 0) return undefined;
    return { start: sizeBytes - Math.min(Number(last), sizeBytes), end: sizeBytes - 1 };
  }
  const [start, end] = [Number(first), last ? Number(last) : sizeBytes - 1];
  if (last && end < start) return undefined;
  return start >= sizeBytes ? "unsatisfiable" : { start, end: Math.min(end, sizeBytes - 1) };
};
