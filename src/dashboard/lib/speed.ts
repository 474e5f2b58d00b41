/** Measures transfer speed from samples of the sent bytes. */
export interface Sample {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** Speed is measured over the last seconds, not over the whole upload. */
const windowMs = 4000;

/** Adds the newest sample and drops expired ones. */
export const addSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => [
  ...samples.filter(({ atMs, sentBytes }) => sample.atMs - atMs <= windowMs && sentBytes <= sample.sentBytes),
  sample,
];

/** Returns bytes per second over the window; 0 with fewer than two samples. */
export const speedOf = (samples: readonly Sample[]): number => {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs === first.atMs) return 0;
  return ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000;
};
