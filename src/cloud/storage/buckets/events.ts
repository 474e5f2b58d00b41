/** Notifies open browsers of object changes in a bucket: immediately, then throttled. */
import { bucketEventMs } from "../../../../resources/storage/limits.ts";
import { bucketEvent } from "../../../../resources/storage/buckets.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Bucket } from "./model.ts";

export interface Events {
  changed(bucket: Pick<Bucket, "id" | "teamId" | "name">): void;
  close(): void;
}

export const createEvents = ({ toTeam }: Pick<Realtime, "toTeam">): Events => {
  /** Recently notified buckets, and whether each has changed since. */
  const throttled = new Map<string, { timer: NodeJS.Timeout; isChanged: boolean }>();

  const changed: Events["changed"] = (bucket) => {
    const pending = throttled.get(bucket.id);
    if (pending) {
      pending.isChanged = true;
      return;
    }
    toTeam(bucket.teamId, bucketEvent, { bucket: bucket.name });
    const timer = setTimeout(() => {
      const { isChanged } = throttled.get(bucket.id)!;
      throttled.delete(bucket.id);
      if (isChanged) changed(bucket);
    }, bucketEventMs);
    timer.unref();
    throttled.set(bucket.id, { timer, isChanged: false });
  };

  return {
    changed,
    close() {
      for (const { timer } of throttled.values()) clearTimeout(timer);
      throttled.clear();
    },
  };
};
