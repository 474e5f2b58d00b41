/** Bucket traffic: checked before a request, counted after it. */
import { LRUCache } from "lru-cache";
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import type { Bucket } from "../buckets/service.ts";

export type Traffic = ReturnType<typeof createTraffic>;

interface Deps {
  readonly db: Db;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask">;
}

/** Bandwidth is checked in blocks that are briefly valid, so that thousands of small requests share one check. */
const blockBytes = 16 * 1024 * 1024;
const blockMs = 1000;
const bucketsMax = 10_000;
const service = "BUCKET";

export const createTraffic = ({ db, usage, allowance }: Deps) => {
  const blocks = new LRUCache<string, { leftBytes: number }>({ max: bucketsMax, ttl: blockMs, ttlResolution: 0 });
  return {
    /** Throws ALLOWANCE_USED_UP unless the team has the given bandwidth left. */
    async ask({ id, teamId }: Bucket, bytes: number): Promise<void> {
      // One block per bucket, because each can have a separate spend cap.
      const block = blocks.get(id);
      const spender = { service, subject: id } as const;
      if (block && block.leftBytes >= bytes) {
        block.leftBytes -= bytes;
        return;
      }
      const isBlock = await allowance.ask(db, teamId, "TRAFFIC", bytes + blockBytes, spender).then(
        () => true,
        () => false,
      );
      // Near the end of the allowance, each request is checked separately.
      if (!isBlock) return allowance.ask(db, teamId, "TRAFFIC", bytes, spender);
      blocks.set(id, { leftBytes: blockBytes });
    },
    /** Counts the bytes of a request, and the request itself if it is a visit. */
    record: ({ id, teamId }: Bucket, bytes: number, isVisit: boolean): void =>
      usage.record({ teamId, resource: "TRAFFIC", subject: id, amount: bytes, calls: isVisit ? 1 : 0, service }),
  };
};
