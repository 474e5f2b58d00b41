import { copiesAtOnce } from "../../../../../resources/storage/storage-limits.ts";

/** Does the work for each item, a few at a time. The first error ends it, once running work has settled. */
export const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: copiesAtOnce }, worker));
  const rejected = results.find((result) => result.status === "rejected");
  if (rejected) throw rejected.reason;
};
