import { airdrop } from "../../../../../resources/boost/project-calls.ts";
import type { Route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import type { NodeDeps } from "../node-deps.ts";
import { operatorAirdropRoutes } from "./operator.ts";
import type * as z from "zod/mini";
import type { Db } from "../../../engines/database/database.ts";
import { sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { nodeOf } from "../nodes.ts";
import { freezeDue } from "./freeze.ts";

/** The airdrop for nodes, and the operator resource. */
export const airdropRoutes = ({ clock, invitees }: Pick<NodeDeps, "clock" | "invitees">): Route[] => [
  nodeRoute(airdrop, ({ db, caller }) => airdropOf({ invitees }, db, { nodeId: caller.nodeId, at: clock() })),
  ...operatorAirdropRoutes({ clock, invitees }),
];

/** Returns the next airdrop, or else the last one, and the node's share. */
const airdropOf = async (
  deps: Parameters<typeof freezeDue>[0],
  db: Db,
  { nodeId, at }: { readonly nodeId: string; readonly at: number },
): Promise<z.input<typeof airdrop.reply>> => {
  await freezeDue(deps, db, at);
  const [{ total: points }, next, last] = await Promise.all([
    nodeOf(db, nodeId),
    db
      .selectFrom("boost_airdrop")
      .selectAll()
      .where("frozen_at", "is", null)
      .orderBy("snapshot_at")
      .orderBy("id")
      .executeTakeFirst(),
    db
      .selectFrom("boost_airdrop")
      .selectAll()
      .where("frozen_at", "is not", null)
      .orderBy("snapshot_at", "desc")
      .orderBy("id")
      .executeTakeFirst(),
  ]);
  const current = next ?? last;
  const now = sixDecimals(BigInt(points));
  if (!current) return { name: null, snapshotAt: null, total: null, share: null, points: now };
  const face = {
    name: current.name,
    snapshotAt: Number(current.snapshot_at),
    total: sixDecimals(BigInt(current.total)),
  };
  if (current.frozen_at === null) return { ...face, share: null, points: now };
  const share = await db
    .selectFrom("boost_airdrop_share")
    .select(["points", "share"])
    .where("airdrop_id", "=", current.id)
    .where("node_id", "=", nodeId)
    .executeTakeFirst();
  return { ...face, share: sixDecimals(BigInt(share?.share ?? 0)), points: sixDecimals(BigInt(share?.points ?? 0)) };
};
