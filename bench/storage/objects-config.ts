/** Constants shared by the object benchmark and its server. */
export const benchKey = { accessKeyId: "BENCHBENCHBENCHBENCH", secretAccessKey: "a secret of the bench" };
export const benchBucket = "bench";
export const listedKeys = [1000, 10_000, 100_000, 1_000_000] as const;
export const listedBucket = (keys: number): string => `listed-${keys}`;
