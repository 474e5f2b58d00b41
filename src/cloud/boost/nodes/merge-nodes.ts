/**
 * Long because a node has many tables that all merge in one order.
 *
 * Merges two users' nodes: the wallet account keeps its node, and everything of the mini app's node moves to it. Rewards that both received
 * count once. Each balance stays the sum of its rows.
 */
import { landUnit } from "../../../../resources/money.ts";
import { sql } from "kysely";
import { builtInTasks } from "../../../../resources/boost/activities.ts";
import { boostBase, boostInvite, boostStage, explorationsPerDay } from "../../../../resources/boost/limits.ts";
import { pointUnit, settled, type Boost, type Earning } from "../../../../resources/boost/nodes/points.ts";
import type { PointKind } from "../../../../resources/boost/shapes.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Ledger } from "../../billing/ledger/ledger.ts";
import { namedId } from "../../billing/ledger/named-id.ts";
import { earningOf, saveEarning, lockNodes, type NodeRow } from "./nodes.ts";
import { movePoints } from "../point-log.ts";
import { closeRound } from "../spins/rounds.ts";
import { debit, usdtOf } from "../usdt.ts";

export interface NodeMerge {
  readonly fromUser: string;
  readonly toUser: string;
  /** Receives the LAND refund for stages both nodes opened. */
  readonly toTeam: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Both nodes; the first one's row is about to be deleted. */
interface Pair {
  readonly from: NodeRow;
  readonly to: NodeRow;
  readonly at: number;
}

/** Merges two users' Boost nodes. */
export const mergeNodes = async (ledger: Pick<Ledger, "post">, trx: Trx, merge: NodeMerge): Promise<void> => {
  const { fromUser, toUser, toTeam, at } = merge;
  // Locked before any node, as when inviters are recorded.
  await sql`select pg_advisory_xact_lock(hashtext('boost inviters'))`.execute(trx);
  const nodes = await trx
    .selectFrom("boost_node")
    .select(["id", "person_id"])
    .where("person_id", "in", [fromUser, toUser])
    .execute();
  const idOf = (personId: string): string | undefined => nodes.find((row) => row.person_id === personId)?.id;
  const [fromId, toId] = [idOf(fromUser), idOf(toUser)];
  if (fromId === undefined) return;
  if (toId === undefined) {
    await trx.updateTable("boost_node").set({ person_id: toUser }).where("id", "=", fromId).execute();
    return;
  }
  const rows = await lockNodes(trx, [fromId, toId]);
  const pair: Pair = { from: rows.get(fromId)!, to: rows.get(toId)!, at };
  await mergeAirdrops(trx, pair);
  const duplicates = await mergeTasks(trx, pair);
  const projects = await mergeProjects(trx, pair);
  const invited = await invitePoints(trx, pair);
  const stages = await mergeStages(trx, pair);
  await mergeSpins(trx, pair, duplicates.spins);
  await mergeRows(trx, pair);
  await mergeEarning(trx, pair, { stages, rates: duplicates.rates });
  for (const stage of stages.both)
    await ledger.post(trx, {
      id: namedId(fromId, "merge", stage),
      from: { system: "revenue", unit: "LAND" },
      to: { teamId: toTeam, unit: "LAND" },
      amount: boostStage.land * landUnit,
      reason: `Refund: ${stage} stage, opened by both merged accounts`,
      ref: { nodeId: toId },
    });
  await mergePoints(trx, pair, [...duplicates.points, ...projects.points, ...invited]);
  await mergeUsdt(trx, pair, projects.usdt);
  await mergeInvitations(trx, pair);
  await trx.deleteFrom("boost_node").where("id", "=", fromId).execute();
};

/** A user's Boost balances in micro-points and millionths of a dollar. */
export const boostBalances = async (db: Db, personId: string): Promise<{ points: bigint; usdt: bigint }> => {
  const node = await db
    .selectFrom("boost_node")
    .select(["id", "total"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return node ? { points: BigInt(node.total), usdt: await usdtOf(db, node.id) } : { points: 0n, usdt: 0n };
};

/** Points to take back because both nodes received them. */
interface Duplicate {
  readonly kind: PointKind;
  readonly name: string;
  /** Micro-points. */
  readonly amount: bigint;
}

/** Shares are proportional to each node's own points, so both are kept. Paid amounts are not paid again. */
const mergeAirdrops = async (trx: Trx, { from, to }: Pair): Promise<void> => {
  await sql`
    update boost_airdrop_share as kept set points = kept.points + given.points, share = kept.share + given.share,
      paid = kept.paid + given.paid, paid_at = coalesce(kept.paid_at, given.paid_at),
      paid_to = coalesce(kept.paid_to, given.paid_to)
    from boost_airdrop_share as given
    where kept.node_id = ${to.id} and given.node_id = ${from.id} and kept.airdrop_id = given.airdrop_id
  `.execute(trx);
  await moveRows(trx, "boost_airdrop_share", ["airdrop_id"], from.id, to.id);
};

/** Counts claims of both nodes in the same period once: takes back their points, spins and running rates. */
const mergeTasks = async (trx: Trx, { from, to, at }: Pair) => {
  const { rows: both } = await sql<{ task_id: string; count: number }>`
    select task_id, count(*)::int4 as count from boost_task_state a join boost_task_state b using (task_id, period)
    where a.node_id = ${from.id} and b.node_id = ${to.id} and a.claimed_at is not null and b.claimed_at is not null
    group by task_id
  `.execute(trx);
  const added = await trx
    .selectFrom("boost_task")
    .select(["id", "name", "kind", "reward_kind", "reward_amount"])
    .where(({ cast, ref }) => cast(ref("id"), "text"), "in", ["", ...both.map(({ task_id: id }) => id)])
    .execute();
  const points: Duplicate[] = [];
  const rates: number[] = [];
  let spins = 0;
  for (const { task_id: id, count } of both) {
    const own = builtInTasks.find((task) => task.id === id);
    const row = added.find((task) => task.id === id);
    const task = own ?? (row && { ...row, reward: { kind: row.reward_kind, amount: row.reward_amount } });
    if (!task) continue;
    if (task.reward.kind === "spin") spins += task.reward.amount * count;
    else if (task.reward.kind === "rate") rates.push(...Array.from({ length: count }, () => task.reward.amount * 1000));
    else {
      // The amount actually given, even if the task's reward has changed since.
      const { rows } = await sql<{ amount: string }>`
        select amount::text from boost_point
        where node_id = ${from.id} and kind = ${task.kind} and name = ${task.name} and not is_note and amount > 0
        order by id desc limit ${count}
      `.execute(trx);
      const amount = rows.reduce((sum, one) => sum + BigInt(one.amount), 0n);
      points.push({ kind: task.kind, name: `${task.name}: received by both accounts`, amount });
    }
  }
  await sql`
    update boost_task_state as kept set opened_at = coalesce(kept.opened_at, given.opened_at),
      claimed_at = coalesce(kept.claimed_at, given.claimed_at)
    from boost_task_state as given where kept.node_id = ${to.id} and given.node_id = ${from.id}
      and kept.task_id = given.task_id and kept.period = given.period
  `.execute(trx);
  await moveRows(trx, "boost_task_state", ["task_id", "period"], from.id, to.id);
  await sql`
    insert into boost_guess (node_id, day, wrong) select ${to.id}, day, wrong from boost_guess where node_id = ${from.id}
    on conflict (node_id, day) do update set wrong = boost_guess.wrong + excluded.wrong
  `.execute(trx);
  await sql`
    insert into boost_sign (node_id, day, run, with_land)
    select ${to.id}, day, run, with_land from boost_sign where node_id = ${from.id}
    on conflict (node_id, day) do update set run = greatest(boost_sign.run, excluded.run),
      with_land = boost_sign.with_land or excluded.with_land
  `.execute(trx);
  const running = from.boosts.filter(({ end }) => end > at).map(({ rate }) => rate);
  return { points, spins, rates: rates.filter((rate) => running.includes(rate)) };
};

/** A project rewards each user once. Returns what both received to its pot. */
const mergeProjects = async (trx: Trx, { from, to }: Pair): Promise<{ points: Duplicate[]; usdt: bigint }> => {
  const { rows } = await sql<{ id: string; name: string; kind: "POINTS" | "USDT"; amount: string }>`
    select project.id, project.name, a.kind, a.amount::text from boost_project_claim a
      join boost_project_claim b using (project_id, kind) join boost_project project on project.id = a.project_id
    where a.node_id = ${from.id} and b.node_id = ${to.id}
  `.execute(trx);
  for (const { id, kind, amount } of rows) {
    const given = kind === "POINTS" ? sql.ref("points_given") : sql.ref("usd_given");
    await sql`update boost_project set ${given} = ${given} - ${amount}::numeric where id = ${id}`.execute(trx);
  }
  await moveRows(trx, "boost_project_claim", ["project_id", "kind"], from.id, to.id);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    points: of("POINTS").map(({ name, amount }) => ({
      kind: "activity",
      name: `${name}: received by both accounts`,
      amount: BigInt(amount),
    })),
    usdt: of("USDT").reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  };
};

/** Takes back what one of the two earned by inviting the other: users can't invite themselves. */
const invitePoints = async (trx: Trx, { from, to }: Pair): Promise<Duplicate[]> => {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount), 0)::text as amount from boost_point where kind = 'invite' and not is_note
      and ((node_id = ${from.id} and explorer_id = ${to.id}) or (node_id = ${to.id} and explorer_id = ${from.id}))
  `.execute(trx);
  return [{ kind: "invite", name: "Invitation between merged accounts", amount: BigInt(rows[0]!.amount) }];
};

const mergeStages = async (trx: Trx, { from, to }: Pair) => {
  const stages = await trx
    .selectFrom("boost_stage")
    .select(["node_id", "stage"])
    .where("node_id", "in", [from.id, to.id])
    .execute();
  const kept = new Set(stages.filter((row) => row.node_id === to.id).map(({ stage }) => stage));
  const given = stages.filter((row) => row.node_id === from.id).map(({ stage }) => stage);
  await moveRows(trx, "boost_stage", ["stage"], from.id, to.id);
  return {
    both: given.filter((stage) => kept.has(stage)),
    moved: given.filter((stage) => !kept.has(stage)),
  };
};

/** Moves the spins. Rounds keep theirs; the numbers continue after the other node's last one, and each spin keeps its proof. */
const mergeSpins = async (trx: Trx, { from, to }: Pair, spinsTwice: number): Promise<void> => {
  const spinners = await trx
    .selectFrom("boost_spinner")
    .selectAll()
    .where("node_id", "in", [from.id, to.id])
    .orderBy("node_id")
    .forUpdate()
    .execute();
  const given = spinners.find((row) => row.node_id === from.id);
  const kept = spinners.find((row) => row.node_id === to.id);
  const isInvitee = ({ inviter_id, counted_at, brings_spin }: NodeRow, other: NodeRow): boolean =>
    inviter_id === other.id && counted_at !== null && brings_spin;
  const less = spinsTwice + (isInvitee(from, to) ? 1 : 0) + (isInvitee(to, from) ? 1 : 0);
  const granted = Math.max(0, (given?.granted ?? 0) + (kept?.granted ?? 0) - less);
  if (given && given.round_id !== null) await closeRound(trx, { id: given.round_id, node_id: from.id });
  if (given && !kept)
    await trx.updateTable("boost_spinner").set({ node_id: to.id }).where("node_id", "=", from.id).execute();
  // Rounds with the same start become one.
  await sql`
    update boost_spin as spin set round_id = kept.id from boost_round as given, boost_round as kept
    where spin.round_id = given.id and given.node_id = ${from.id} and kept.node_id = ${to.id}
      and kept.starts_at = given.starts_at
  `.execute(trx);
  await moveRows(trx, "boost_round", ["starts_at"], from.id, to.id);
  const offset = kept?.spins ?? 0;
  await sql`
    update boost_spin set node_id = ${to.id}, number = number + ${offset}, proof_node = node_id, proof_number = number
    where node_id = ${from.id}
  `.execute(trx);
  if (!given && !kept) return;
  await trx
    .updateTable("boost_spinner")
    .set({ granted, spins: (given?.spins ?? 0) + offset })
    .where("node_id", "=", to.id)
    .execute();
};

/** Rows that only reference their node. */
const mergeRows = async (trx: Trx, { from, to }: Pair): Promise<void> => {
  await sql`
    delete from boost_exploration
    where node_id in (${from.id}, ${to.id}) and explored_id in (${from.id}, ${to.id})
  `.execute(trx);
  await trx.updateTable("boost_exploration").set({ node_id: to.id }).where("node_id", "=", from.id).execute();
  await trx.updateTable("boost_exploration").set({ explored_id: to.id }).where("explored_id", "=", from.id).execute();
  await trx.updateTable("boost_stake").set({ node_id: to.id }).where("node_id", "=", from.id).execute();
  await trx.updateTable("boost_withdrawal").set({ node_id: to.id }).where("node_id", "=", from.id).execute();
  await mergeExchanges(trx, { from, to });
  await moveRows(trx, "boost_partner_user", [], from.id, to.id);
};

/** A node has one exchange account. An approved one is kept, because it was rewarded and must not be reused. */
const mergeExchanges = async (trx: Trx, { from, to }: Pick<Pair, "from" | "to">): Promise<void> => {
  await sql`
    delete from boost_exchange as kept using boost_exchange as given
    where kept.node_id = ${to.id} and given.node_id = ${from.id}
      and (kept.status <> 'APPROVED' and given.status = 'APPROVED' or kept.status = 'REFUSED')
  `.execute(trx);
  await moveRows(trx, "boost_exchange", [], from.id, to.id);
};

interface Changed {
  readonly stages: Awaited<ReturnType<typeof mergeStages>>;
  /** Running rates of tasks that both nodes claimed. */
  readonly rates: readonly number[];
}

/** Adds the stages, purchased capacity, running boosts and uncollected points of the mini app's node; its base rate ends. */
const mergeEarning = async (trx: Trx, { from, to, at }: Pair, { stages, rates }: Changed): Promise<void> => {
  const [given, kept] = [settled(earningOf(from), at), settled(earningOf(to), at)];
  const start = Math.max(given.computeTimestamp, kept.computeTimestamp);
  const stageCapacity = BigInt(boostStage.capacity * stages.both.length);
  const bought = given.capacity - (BigInt(boostBase[from.origin].capacity) + stageCapacity) * pointUnit;
  const invitedBoost = [boostInvite.rate * 1000];
  const earning: Earning = {
    ...kept,
    computed: kept.computed + given.computed,
    baseRate: [...kept.baseRate, ...stages.moved.map(() => ({ rate: boostStage.rate * 1000, start }))],
    boosts: oneSign([
      ...without(kept.boosts, to.inviter_id === from.id ? invitedBoost : []),
      ...without(given.boosts, [...rates, ...(from.inviter_id === to.id ? invitedBoost : [])]),
    ]),
    capacity: kept.capacity + (bought > 0n ? bought : 0n),
    protectExpiredAt: Math.max(kept.protectExpiredAt, given.protectExpiredAt),
    rateBuff: Math.max(kept.rateBuff, given.rateBuff),
  };
  await saveEarning(trx, to.id, earning);
  const isSameDay = from.explore_day === to.explore_day;
  const latest = from.explore_day > to.explore_day ? from : to;
  await trx
    .updateTable("boost_node")
    .set({
      explore_bought: to.explore_bought + from.explore_bought,
      explore_day: latest.explore_day,
      explore_used: isSameDay ? Math.min(explorationsPerDay, to.explore_used + from.explore_used) : latest.explore_used,
      collect_day: Math.max(to.collect_day, from.collect_day),
      collect_days: Math.max(to.collect_days, from.collect_days),
    })
    .where("id", "=", to.id)
    .execute();
};

/** Drops one boost of each rate; daily sign-ins are identified by their mark. */
const without = (boosts: readonly Boost[], rates: readonly number[]): Boost[] => {
  const left = [...rates];
  return boosts.filter((boost) => {
    const at = boost.of === undefined ? left.indexOf(boost.rate) : -1;
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** Keeps the higher of two daily sign-ins, since only one runs at a time. */
const oneSign = (boosts: readonly Boost[]): Boost[] => {
  const signs = boosts.filter((boost) => boost.of === "sign");
  const [best] = signs.toSorted((a, b) => b.rate - a.rate || b.end - a.end);
  return boosts.filter((boost) => boost.of !== "sign" || boost === best);
};

/** Moves the history row by row, so the total stays its sum; then takes back duplicates as far as the balance allows. */
const mergePoints = async (trx: Trx, { from, to }: Pair, duplicate: readonly Duplicate[]): Promise<void> => {
  await trx.updateTable("boost_point").set({ node_id: to.id }).where("node_id", "=", from.id).execute();
  await trx.updateTable("boost_point").set({ explorer_id: to.id }).where("explorer_id", "=", from.id).execute();
  let total = BigInt(to.total) + BigInt(from.total);
  const week = Math.max(to.week, from.week);
  const ofWeek = [to, from].filter((node) => node.week === week).map((node) => BigInt(node.week_points));
  const weekPoints = ofWeek.reduce((sum, points) => sum + points, 0n);
  await trx
    .updateTable("boost_node")
    .set({ total: total.toString(), week, week_points: weekPoints.toString() })
    .where("id", "=", to.id)
    .execute();
  for (const { kind, name, amount } of duplicate) {
    const back = amount < total ? amount : total;
    if (back > 0n) total = await movePoints(trx, to.id, { kind, name, amount: -back });
  }
};

const mergeUsdt = async (trx: Trx, { from, to }: Pair, duplicate: bigint): Promise<void> => {
  const given = await usdtOf(trx, from.id);
  await trx.updateTable("boost_usdt").set({ node_id: to.id }).where("node_id", "=", from.id).execute();
  await sql`
    insert into boost_usdt_balance (node_id, amount) values (${to.id}, ${given.toString()}::numeric)
    on conflict (node_id) do update set amount = boost_usdt_balance.amount + excluded.amount
  `.execute(trx);
  const balance = await usdtOf(trx, to.id);
  const back = duplicate < balance ? duplicate : balance;
  if (back > 0n) await debit(trx, to.id, { kind: "PROJECT", amount: back });
};

/** Invitees of either node become invitees of the merged node. An inviter is kept unless that would close a circle. */
const mergeInvitations = async (trx: Trx, { from, to }: Pair): Promise<void> => {
  await trx
    .updateTable("boost_node")
    .set({ inviter_id: to.id })
    .where("inviter_id", "=", from.id)
    .where("id", "<>", to.id)
    .execute();
  const own = to.inviter_id === from.id ? null : to.inviter_id;
  const inherited = from.inviter_id === to.id ? null : from.inviter_id;
  const inviter = own ?? inherited;
  // The inviter already received the spin for an invitee that counts.
  const invitee = own === null && inherited !== null ? from : to;
  const { rows } = await sql`
    with recursive chain as (
      select id, inviter_id from boost_node where id = ${inviter}
      union
      select node.id, node.inviter_id from boost_node node join chain on node.id = chain.inviter_id
    )
    select 1 from chain where id = ${to.id}
  `.execute(trx);
  await trx
    .updateTable("boost_node")
    .set({
      inviter_id: rows.length > 0 ? null : inviter,
      counted_at: invitee.counted_at === null ? null : Number(invitee.counted_at),
      brings_spin: invitee.brings_spin,
    })
    .where("id", "=", to.id)
    .execute();
};

type NodeTable =
  | "boost_airdrop_share"
  | "boost_exchange"
  | "boost_partner_user"
  | "boost_project_claim"
  | "boost_round"
  | "boost_stage"
  | "boost_task_state";

/** Moves rows for which the other node has none with the same key. */
const moveRows = async (trx: Trx, table: NodeTable, key: readonly string[], fromId: string, toId: string) => {
  const same = key.map((column) => sql`and kept.${sql.ref(column)} = given.${sql.ref(column)}`);
  await sql`
    update ${sql.table(table)} as given set node_id = ${toId} where node_id = ${fromId}
      and not exists (select from ${sql.table(table)} as kept where kept.node_id = ${toId} ${sql.join(same, sql` `)})
  `.execute(trx);
};
