/**
 * Parses a single byte range (RFC 9110). Returns undefined for the whole content: no range, several or an invalid one.
 */
export const rangeOf = (
  header: string | undefined,
  sizeBytes: number,
): { readonly start: number; readonly end: number } | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (!first && !last) return undefined;
  if (!first) {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const [start, end] = [Number(first), last ? Number(last) : sizeBytes - 1];
  if (last && end < start) return undefined;
  return start >= sizeBytes ? "unsatisfiable" : { start, end: Math.min(end, sizeBytes - 1) };
};
