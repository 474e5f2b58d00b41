/**
 * Decides which invitees count for milestones, spins and airdrop shares: users that activated the account, made the first deposit, or
 * collected on several days. A wallet that only joined does not count.
 */
import { inviteeCollectDays } from "../../../../resources/boost/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import type { Records } from "../tasks/proofs.ts";
import { grantSpins } from "../spins/spins.ts";

export type Invitees = ReturnType<typeof createInvitees>;

const pageSize = 500;
const firstId = "00000000-0000-0000-0000-000000000000";

export const createInvitees = ({ records }: { readonly records: Records }) => {
  const countPending = async (db: Db, at: number, inviterId?: string): Promise<void> => {
    for (let after = firstId; ;) {
      const pending = await db
        .selectFrom("boost_node")
        .select(["id", "person_id", "collect_days"])
        .where("inviter_id", "is not", null)
        .where("counted_at", "is", null)
        .$if(inviterId !== undefined, (rows) => rows.where("inviter_id", "=", inviterId!))
        .where("id", ">", after)
        .orderBy("id")
        .limit(pageSize)
        .execute();
      if (pending.length === 0) return;
      const personIds = pending.map(({ person_id }) => person_id);
      const since = await records.qualifiedSince(db, personIds);
      await countSince(
        db,
        pending.flatMap(({ id, person_id, collect_days }) => {
          const qualifiedAt = since.get(person_id) ?? (collect_days >= inviteeCollectDays ? at : undefined);
          return qualifiedAt === undefined ? [] : [{ id, since: qualifiedAt }];
        }),
      );
      if (pending.length < pageSize) return;
      after = pending.at(-1)!.id;
    }
  };

  return {
    /** Counts the invitees of a node that qualify by `at`; returns how many count. */
    count: async (db: Db, inviterId: string, at: number): Promise<number> => {
      await countPending(db, at, inviterId);
      const counted = db
        .selectFrom("boost_node")
        .where("inviter_id", "=", inviterId)
        .where("counted_at", "is not", null);
      return countOf(counted);
    },
    /** Counts the invitees of all nodes. */
    countAll: (db: Db, at: number): Promise<void> => countPending(db, at),
  };
};

/**
 * Counts these nodes, once each, and gives each inviter a spin per node. Skips locked nodes until the next run, so callers may hold locks.
 */
export const countSince = async (db: Db, nodes: readonly { readonly id: string; readonly since: number }[]) => {
  if (nodes.length === 0) return;
  const inTransaction = async (trx: Trx): Promise<void> => {
    const free = await trx
      .selectFrom("boost_node")
      .select(["id", "inviter_id", "brings_spin"])
      .where(
        "id",
        "in",
        nodes.map(({ id }) => id),
      )
      .where("inviter_id", "is not", null)
      .where("counted_at", "is", null)
      .orderBy("id")
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const since = new Map(nodes.map((node) => [node.id, node.since]));
    for (const { id, inviter_id: inviterId, brings_spin: bringsSpin } of free) {
      await trx
        .updateTable("boost_node")
        .set({ counted_at: since.get(id)! })
        .where("id", "=", id)
        .execute();
      if (bringsSpin) await grantSpins(trx, inviterId!, 1);
    }
  };
  await (isTransaction(db) ? inTransaction(db) : db.transaction().execute(inTransaction));
};

const isTransaction = (db: Db): db is Trx => db.isTransaction;
