/** Notifies open browsers of object changes in a bucket: immediately, then throttled. */
import { bucketEventMs } from "../../../../resources/storage/limits.ts";
import { bucketEvent } from "../../../../resources/storage/buckets.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { repeat } from "../../kernel/repeat.ts";
import type { Bucket } from "./model.ts";

export type Events = ReturnType<typeof createEvents>;

export const createEvents = ({ toTeam }: Pick<Realtime, "toTeam">) => {
  /** Recently notified buckets, and whether each has changed since. */
  const throttled = new Map<string, { readonly stop: () => void; isChanged: boolean }>();

  return {
    changed: ({ id, teamId, name }: Pick<Bucket, "id" | "teamId" | "name">): void => {
      const recent = throttled.get(id);
      if (recent) {
        recent.isChanged = true;
        return;
      }
      const tell = () => toTeam(teamId, bucketEvent, { bucket: name });
      const stop = repeat(bucketEventMs, () => {
        if (entry.isChanged) {
          entry.isChanged = false;
          return tell();
        }
        stop();
        throttled.delete(id);
      });
      const entry = { stop, isChanged: false };
      throttled.set(id, entry);
      tell();
    },
    close(): void {
      for (const { stop } of throttled.values()) stop();
      throttled.clear();
    },
  };
};
