/** A single range of bytes (RFC 9110); undefined for the whole: none, several, or one not understood. */
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
