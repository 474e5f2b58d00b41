/** Response times in a histogram whose buckets grow by a quarter: percentiles are accurate to 12 %. */
const growth = 1.25;
const bucketMax = 80;

/** Returns the bucket of a time in milliseconds. */
export const bucketOf = (ms: number): number =>
  Math.min(bucketMax, Math.max(0, Math.ceil(Math.log(Math.max(ms, 0.1) * 10) / Math.log(growth))));

/** Returns the milliseconds below which this share of responses is; 0 without responses. */
export const percentileOf = (
  rows: readonly { readonly bucket: number; readonly requests: number }[],
  share: number,
): number => {
  const sorted = rows.toSorted((a, b) => a.bucket - b.bucket);
  const rank = sorted.reduce((sum, { requests }) => sum + requests, 0) * share;
  let seen = 0;
  for (const { bucket, requests } of sorted) {
    seen += requests;
    if (seen >= rank && seen > 0) return Math.round(growth ** (bucket - 0.5)) / 10;
  }
  return 0;
};
