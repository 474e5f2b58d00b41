/** Splits a long list into pieces for one statement or read each. */
export function* chunked<T>(rows: readonly T[], count: number): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += count) yield rows.slice(start, start + count);
}
