/** Bot notifications about nodes, sent once each: the node is full, or another node took points. */
import { sql } from "kysely";
import { claimable } from "../../../../resources/boost/nodes/points.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Messaging } from "../../account/messaging/service.ts";
import { earningOf } from "./nodes.ts";

type Teller = Pick<Messaging, "sendMessage">;

/** Users inactive for longer than this are not notified. */
const inactiveSeconds = 7 * 86_400;
const pageSize = 500;

const full = "Your node is full. Collect your points to keep earning and keep others from taking them.";
const explored = "Another node collected some of your uncollected points. Collect more often or buy a Protect card.";

/** Notifies users whose nodes became full since the last collect. `at` in Unix seconds. */
export const notifyFull = async ({ db }: Pick<Database, "db">, messaging: Teller, at: number): Promise<void> => {
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
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
