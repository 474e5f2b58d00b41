/** What the bot tells people of their nodes, each once: that one is full, that somebody took from it. */
import { sql } from "kysely";
import { claimable } from "../../../../resources/boost/points.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Messaging } from "../messaging/service.ts";
import { earningOf } from "./nodes.ts";

type Teller = Pick<Messaging, "tell">;

/** Who has not been here for so long is left alone. */
const leftAloneSeconds = 7 * 86_400;
const pageSize = 500;

const full = "Your node is full: it earns nothing until you collect, and others may explore it.";
const explored =
  "Somebody has explored your node and taken some of what you had not collected. Collect more often, or protect it.";

/** Tells the people of nodes that have become full since they last collected. `at` in Unix seconds. */
export const tellFull = async ({ db }: Pick<Database, "db">, messaging: Teller, at: number): Promise<void> => {
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
      .where("boost_node.compute_timestamp", ">", BigInt(at - leftAloneSeconds))
      .where("boost_node.id", ">", after)
      .orderBy("boost_node.id")
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      if (claimable(earningOf(row), at) < BigInt(row.capacity)) continue;
      const key = `full ${row.id} ${row.collected}`;
      await db.transaction().execute((trx) => messaging.tell(trx, row.person_id, { key, text: full }));
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
};

/** Tells whoever was explored that something was taken. */
export const tellExplored = async (trx: Trx, messaging: Teller, explorationId: string): Promise<void> => {
  const row = await trx
    .selectFrom("boost_exploration")
    .innerJoin("boost_node", "boost_node.id", "boost_exploration.explored_id")
    .select("boost_node.person_id")
    .where("boost_exploration.id", "=", explorationId)
    .executeTakeFirst();
  if (row) await messaging.tell(trx, row.person_id, { key: `explored ${explorationId}`, text: explored });
};
