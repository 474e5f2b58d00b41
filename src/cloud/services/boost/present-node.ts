/** A node as it travels: points as decimal text, rates in points per hour, the buff in per cent. */
import type * as z from "zod/mini";
import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { claimable, pointUnit, type Earning } from "../../../../resources/boost/points.ts";
import type { earning } from "../../../../resources/boost/shapes.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Teams } from "../teams/service.ts";
import { pictureOf } from "../picture.ts";
import { sixDecimals } from "./exact.ts";
import { earningOf, type NodeRow } from "./nodes.ts";

const grainsPerMicro = 360_000n;

export const presentEarning = (node: Earning, at: number): z.output<typeof earning> => ({
  baseRate: node.baseRate.map(({ rate, start }) => ({ rate: rate / 1000, start })),
  boosts: node.boosts.map(({ rate, start, end }) => ({ rate: rate / 1000, start, end })),
  capacity: Number(node.capacity / pointUnit),
  claimable: sixDecimals(claimable(node, at)),
  computeTimestamp: node.computeTimestamp,
  computed: sixDecimals(node.computed / grainsPerMicro),
  rateBuff: node.rateBuff / 1000,
  protectExpiredAt: node.protectExpiredAt,
});

export const presentNode = async (
  { codeOf }: Pick<Teams, "codeOf">,
  db: Db,
  row: NodeRow,
  at: number,
): Promise<NodeInfo> => {
  const [person, stages, inviteCode] = await Promise.all([
    db
      .selectFrom("person")
      .select(["address", "username", "avatar_id"])
      .where("id", "=", row.person_id)
      .executeTakeFirstOrThrow(),
    db.selectFrom("boost_stage").select("stage").where("node_id", "=", row.id).orderBy("opened_at").execute(),
    codeOf(db, row.person_id),
  ]);
  return {
    ...presentEarning(earningOf(row), at),
    nodeId: row.id,
    origin: row.origin,
    address: person.address,
    username: person.username,
    avatar: pictureOf(person.avatar_id, person.address ?? row.person_id),
    totalPoint: sixDecimals(BigInt(row.total)),
    stages: stages.map(({ stage }) => stage),
    inviteCode,
    at,
  };
};
