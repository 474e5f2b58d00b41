/** The points history of a node as users see it. */
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { pointHistory } from "../../../../resources/boost/node-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { secondsOf } from "../seconds-of.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "../../../../resources/boost/micro-amounts.ts";
import { offsetOf, paged, type PageQuery } from "./paging.ts";

/** Newest first. */
export const historyOf = async (
  db: Db,
  nodeId: string,
  query: PageQuery,
): Promise<z.input<(typeof pointHistory)["reply"]>> => {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom("boost_point as point")
      .leftJoin("boost_node as other", "other.id", "point.explorer_id")
      .leftJoin("person", "person.id", "other.person_id")
      .select(["point.id", "point.kind", "point.amount", "point.is_note", "point.name", "point.created_at"])
      .select(sql<string | null>`case when person.id is not null then ${calledBy("person")} end`.as("address"))
      .where("point.node_id", "=", nodeId)
      .orderBy("point.id", "desc")
      .offset(offsetOf(query))
      .limit(query.size)
      .execute(),
    db
      .selectFrom("boost_point")
      .select(sql<number>`count(*)::int`.as("total"))
      .where("node_id", "=", nodeId)
      .executeTakeFirstOrThrow(),
  ]);
  const content = rows.map(({ id, kind, amount, is_note: isNote, name, address, created_at: createdAt }) => ({
    id: String(id),
    valueType: kind,
    value: sixDecimals(BigInt(amount)),
    isNote,
    createdAt: secondsOf(createdAt),
    explorerAddress: address,
    name,
  }));
  return paged(content, total, query);
};
