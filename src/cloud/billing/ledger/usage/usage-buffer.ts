import type { BilledService } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";

export interface Counted {
  readonly teamId: string;
  readonly resource: MeteredResource;
  readonly subject: string;
  readonly service: BilledService;
  /** Hour of the usage. */
  readonly bucket: Date;
  amount: bigint;
  calls: bigint;
}

export type UsageBuffer = Map<string, Counted>;

/** Creates a buffer of unwritten counts, one per bucket. */
export const bufferOf = (): UsageBuffer => new Map();

export const keyOf = ({ teamId, resource, subject, bucket }: Counted): string =>
  [teamId, resource, subject, bucket.getTime()].join("\n");

/** Adds all counts of one buffer to another. */
export const addAll = (into: UsageBuffer, from: UsageBuffer): void => {
  for (const [key, counted] of from) {
    const existing = into.get(key);
    if (!existing) into.set(key, counted);
    else {
      existing.amount += counted.amount;
      existing.calls += counted.calls;
    }
  }
};

/** Returns copies of matching counts. */
export const waitingIn = (buffer: UsageBuffer, matches: (counted: Counted) => boolean): Counted[] =>
  [...buffer.values()].filter(matches).map((counted) => ({ ...counted }));
