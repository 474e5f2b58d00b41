/** How fast something is sent, from the moments at which so much of it had been. */
export interface Sample {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** Speed is that of the last seconds, not of the whole upload. */
const windowMs = 4000;

/** The samples that still count, with the newest. */
export const addSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => [
  ...samples.filter(({ atMs, sentBytes }) => sample.atMs - atMs <= windowMs && sentBytes <= sample.sentBytes),
  sample,
];

/** Bytes per second over the window; 0 until there are two moments to compare. */
export const speedOf = (samples: readonly Sample[]): number => {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs === first.atMs) return 0;
  return ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000;
};
