/** Conditional and range requests (RFC 9110) for immutable content. */
import type { IncomingHttpHeaders } from "node:http";

export type Range = { readonly start: number; readonly end: number } | "unsatisfiable" | undefined;

/** Returns the first of `etags` that matches If-None-Match, weak or strong; undefined if none matches. */
export const unchangedTag = (headers: IncomingHttpHeaders, etags: readonly string[]): string | undefined => {
  const header = headers["if-none-match"];
  if (header === undefined) return undefined;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") ? etags[0] : etags.find((etag) => tags.includes(etag));
};

/**
 * Parses a single byte range. Returns undefined for the whole file: no, several or invalid ranges, or a different
 * If-Range.
 */
export const rangeOf = (headers: IncomingHttpHeaders, etag: string, sizeBytes: number): Range => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? "") ?? [];
  const ifRange = headers["if-range"];
  if ((!first && !last) || (ifRange !== undefined && ifRange !== etag)) return undefined;
  if (!first) {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last ? Number(last) : sizeBytes - 1;
  if (last && end < start) return undefined;
  return start >= sizeBytes ? "unsatisfiable" : { start, end: Math.min(end, sizeBytes - 1) };
};
