import type * as z from "zod/mini";
import { sql, type RawBuilder } from "kysely";
import { airdrop } from "../../../../resources/boost/airdrops/project-calls.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { nodeRoute } from "../nodes/node-route.ts";
import type { NodeDeps } from "../nodes/node-deps.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { sixDecimals, microOf } from "../micro-amounts.ts";
import { nodeOf } from "../nodes/nodes.ts";
import { freezeDue } from "./freeze.ts";
import { boostAirdrops } from "../../../../resources/operator/boost-airdrops.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";

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

// Airdrops managed by operators.

/** The operator's resource. An airdrop can't be changed once its shares are calculated. */
const operatorAirdropRoutes = ({ clock, invitees }: Pick<NodeDeps, "clock" | "invitees">): Route[] =>
  tableRoutes(boostAirdrops, "boost_airdrop", {
    team: null,
    sort: "snapshotAt",
    target: "name",
    columns: {
      state: sql`case when frozen_at is null then 'announced' else 'counted' end`,
      nodes: whenCounted(sql`(select count(*) from boost_airdrop_share where airdrop_id = boost_airdrop.id)`),
      paid: whenCounted(
        sql`(select count(*) from boost_airdrop_share
          where airdrop_id = boost_airdrop.id and paid_at is not null and paid = share)`,
      ),
    },
    present: ({ total, shared, frozen_at }) => ({
      total: sixDecimals(BigInt(total)),
      shared: frozen_at === null ? undefined : sixDecimals(BigInt(shared)),
    }),
    before: ({ total, snapshotAt }, _change, airdrop) => {
      if (snapshotAt <= clock()) throw invalidField("snapshotAt", "Snapshot: choose a time in the future.");
      if (airdrop) refuseFrozen(airdrop);
      return { total: microOf(total).toString(), snapshot_at: snapshotAt };
    },
    beforeDelete: refuseFrozen,
    verbs: ({ list }) => ({
      list: async (context) => {
        await freezeDue({ invitees }, context.db, clock());
        return list(context);
      },
    }),
    actions: ({ show }) => ({
      payOut: async (context) => {
        const { id, name, state } = await show(context);
        if (state !== "counted") throw new AppError("AIRDROP_NOT_COUNTED");
        context.logged({ target: name });
        return payOut(context.db, id);
      },
      paidShares: async (context) => paidShares(context.db, (await show(context)).id),
    }),
  });

const whenCounted = (value: RawBuilder<unknown>) => sql`case when frozen_at is not null then ${value} end`;

const refuseFrozen = ({ frozen_at }: RowOf<"boost_airdrop">): void => {
  if (frozen_at !== null) throw new AppError("AIRDROP_FROZEN");
};

/**
 * Marks all unpaid shares of nodes with a wallet as paid, once each, and returns them as CSV: wallet, share. Nodes without a wallet wait
 * for a later payout. For a share that grew through an account merge, only the difference is paid. Throws AIRDROP_PAID when there is nothing
 * to pay.
 */
const payOut = async (trx: Trx, id: string): Promise<string> => {
  const { rows } = await sql<{ paid_to: string; share: string }>`
    update boost_airdrop_share as share set paid = share.share, paid_at = now(), paid_to = person.address
    from boost_node as node join person on person.id = node.person_id
      join boost_airdrop_share as before on before.node_id = node.id and before.airdrop_id = ${id}
    where node.id = share.node_id and share.airdrop_id = ${id} and share.share > share.paid and share.paid = before.paid
      and person.address is not null
    returning share.paid_to, (share.share - before.paid)::text as share
  `.execute(trx);
  if (rows.length === 0) throw new AppError("AIRDROP_PAID");
  const lines = rows.map(({ paid_to, share }) => `${paid_to},${sixDecimals(BigInt(share))}`);
  return ["wallet,share", ...lines.toSorted(), ""].join("\r\n");
};

/** Returns all paid shares as CSV: wallet, share, time. Recovers a lost export. */
const paidShares = async (db: Db, id: string): Promise<string> => {
  const rows = await db
    .selectFrom("boost_airdrop_share")
    .select(["paid_to", "paid", "paid_at"])
    .where("airdrop_id", "=", id)
    .where("paid_at", "is not", null)
    .orderBy("paid_at")
    .orderBy("paid_to")
    .execute();
  const lines = rows.map(
    ({ paid_to: wallet, paid, paid_at: at }) => `${wallet},${sixDecimals(BigInt(paid))},${at!.toISOString()}`,
  );
  return ["wallet,share,paid at", ...lines, ""].join("\r\n");
};
