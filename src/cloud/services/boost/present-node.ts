/** Formats a node for responses: points as decimal text, rates in points per hour, the buff in percent. */
import type * as z from "zod/mini";
import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import {
  claimable,
  grainsPerMicro,
  isLocked,
  pointUnit,
  ratesAt,
  type Earning,
} from "../../../../resources/boost/points.ts";
import type { earning as earningShape } from "../../../../resources/boost/shapes.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Teams } from "../teams/service.ts";
import { avatarUrl } from "../avatar-url.ts";
import { sixDecimals } from "../../../../resources/boost/micro-amounts.ts";
import { earningOf, type NodeRow } from "./nodes.ts";

export const presentEarning = (node: Earning, at: number): z.output<typeof earningShape> => ({
  baseRate: node.baseRate.map(({ rate, start }) => ({ rate: rate / 1000, start })),
  boosts: node.boosts.map(({ rate, start, end }) => ({ rate: rate / 1000, start, end })),
  capacity: Number(node.capacity / pointUnit),
  claimable: sixDecimals(claimable(node, at)),
  computeTimestamp: node.computeTimestamp,
  computed: sixDecimals(node.computed / grainsPerMicro),
  rateBuff: node.rateBuff / 1000,
  protectExpiredAt: node.protectExpiredAt,
});

const presentRates = (node: Earning, at: number): NodeInfo["rates"] => {
  const { base, boost, total } = ratesAt(node, at);
  return { base: sixDecimals(base), boost: sixDecimals(boost), total: sixDecimals(total) };
};

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
  const earning = earningOf(row);
  return {
    ...presentEarning(earning, at),
    nodeId: row.id,
    origin: row.origin,
    address: person.address,
    username: person.username,
    avatar: avatarUrl(person.avatar_id, person.address ?? row.person_id),
    totalPoint: sixDecimals(BigInt(row.total)),
    rates: presentRates(earning, at),
    locked: isLocked(earning),
    negative: sixDecimals(BigInt(row.lost)),
    preActivities: [...row.pre_activities],
    stages: stages.map(({ stage }) => stage),
    invited: row.inviter_id !== null,
    inviteCode,
    at,
  };
};
