/** Bot notifications about nodes, sent once each: the node is full, or another node took points. */
import { sql } from "kysely";
import { dayOf, dayStart, streakReminder } from "../../../../resources/boost/tasks/task-limits.ts";
import { claimable } from "../../../../resources/boost/nodes/points.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Messaging } from "../../account/messaging/service.ts";
import { earningOf } from "./nodes.ts";

type Teller = Pick<Messaging, "sendMessage">;

/** Users inactive for longer than this are not notified. */
const inactiveSeconds = 7 * 86_400;
const pageSize = 500;

const firstId = "00000000-0000-0000-0000-000000000000";

const streakEnds = (days: number): string =>
  `Your ${days}-day streak ends at 00:00 UTC. Open Boost and sign in for today to keep it.`;
const full = "Your node is full. Collect your points to keep earning and keep others from taking them.";
const explored = "Another node collected some of your uncollected points. Collect more often or buy a Protect card.";

/** Notifies users whose nodes became full since the last collect. `at` in Unix seconds. */
export const notifyFull = async ({ db }: Pick<Database, "db">, messaging: Teller, at: number): Promise<void> => {
  for (let after = firstId; ;) {
    const rows = await db
      .selectFrom("boost_node")
      .innerJoin("person_messaging", "person_messaging.person_id", "boost_node.person_id")
      .innerJoin("messaging_chat", "messaging_chat.user_id", "person_messaging.user_id")
      .selectAll("boost_node")
      .select(
        sql<string>`coalesce((select max(id) from boost_point where node_id = boost_node.id and kind = 'collect'), 0)`.as(
          "collected",
        ),
      )
      .where("messaging_chat.stopped_at", "is", null)
      .where("messaging_chat.blocked_at", "is", null)
      .where("boost_node.compute_timestamp", ">", BigInt(at - inactiveSeconds))
      .where("boost_node.id", ">", after)
      .orderBy("boost_node.id")
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      if (claimable(earningOf(row), at) < BigInt(row.capacity)) continue;
      const key = `full ${row.id} ${row.collected}`;
      await db.transaction().execute((trx) => messaging.sendMessage(trx, row.person_id, { key, text: full }));
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
};

/**
 * Reminds users in the evening (UTC) that their streak of daily sign-ins ends at midnight, once a day. `at` in Unix seconds. Users who have
 * signed in, or whose streak is short, are not reminded.
 */
export const notifyStreaks = async ({ db }: Pick<Database, "db">, messaging: Teller, at: number): Promise<void> => {
  const today = dayOf(at);
  if (at < dayStart(today) + streakReminder.hour * 3600) return;
  for (let after = firstId; ;) {
    const rows = await db
      .selectFrom("boost_sign")
      .innerJoin("boost_node", "boost_node.id", "boost_sign.node_id")
      .innerJoin("person_messaging", "person_messaging.person_id", "boost_node.person_id")
      .innerJoin("messaging_chat", "messaging_chat.user_id", "person_messaging.user_id")
      .select(["boost_node.id", "boost_node.person_id", "boost_sign.run"])
      .where("boost_sign.day", "=", today - 1)
      .where("boost_sign.run", ">=", streakReminder.days)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("boost_sign as now")
              .select("now.day")
              .whereRef("now.node_id", "=", "boost_node.id")
              .where("now.day", ">=", today),
          ),
        ),
      )
      .where("messaging_chat.stopped_at", "is", null)
      .where("messaging_chat.blocked_at", "is", null)
      .where("boost_node.id", ">", after)
      .orderBy("boost_node.id")
      .limit(pageSize)
      .execute();
    for (const { id, person_id: personId, run } of rows) {
      const message = { key: `streak ${id} ${today}`, text: streakEnds(run) };
      await db.transaction().execute((trx) => messaging.sendMessage(trx, personId, message));
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
};

/** Notifies a user that an explorer took points. */
export const notifyExplored = async (trx: Trx, messaging: Teller, explorationId: string): Promise<void> => {
  const row = await trx
    .selectFrom("boost_exploration")
    .innerJoin("boost_node", "boost_node.id", "boost_exploration.explored_id")
    .select("boost_node.person_id")
    .where("boost_exploration.id", "=", explorationId)
    .executeTakeFirst();
  if (row) await messaging.sendMessage(trx, row.person_id, { key: `explored ${explorationId}`, text: explored });
};
