/** A long list in pieces that one statement, or one read, can take. */
export function* chunked<T>(rows: readonly T[], count: number): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += count) yield rows.slice(start, start + count);
}
