/** Users invited by link, and the points for activated ones: once per wallet, even if its account is deleted. */
import { sql } from "kysely";
import type { Invited } from "../../../resources/rewards/referral-calls.ts";
import { invitationPoints, invitationsPageSize, rewardedInvitationsMax } from "../../../resources/rewards/limits.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import { namedId } from "../billing/ledger/named-id.ts";
import { hashOf } from "../kernel/secrets.ts";
import { startOfDay, ownerOf, type Deps } from "./deps.ts";
import { secondsOf } from "../lib/seconds-of.ts";
import { countOf } from "../kernel/calls/list-query.ts";

export interface InvitationCounts {
  readonly today: number;
  readonly total: number;
  readonly activated: number;
  readonly points: { readonly earned: number; readonly unclaimed: number };
}

export const invitationCounts = async (
  db: Db,
  personId: string,
  startAt: number | undefined,
  now: Date,
): Promise<InvitationCounts> => {
  const since = startAt === undefined ? startOfDay(now) : new Date(startAt * 1000);
  const { rows } = await sql<Record<"today" | "total" | "activated" | "earned" | "rewarded", bigint>>`
    select count(*) filter (where person.created_at >= ${since}) as today, count(*) as total,
      count(activation.person_id) as activated,
      (select coalesce(sum(points), 0)::int8 from reward_invitation where inviter_id = ${personId}) as earned,
      (select count(*) from reward_invitation where inviter_id = ${personId}) as rewarded
    from person left join activation on activation.person_id = person.id where person.invited_by = ${personId}
  `.execute(db);
  const { today, total, activated, earned, rewarded } = rows[0]!;
  const waiting = Math.min((await waitingFor(db, personId)).length, rewardedInvitationsMax - Number(rewarded));
  return {
    today: Number(today),
    total: Number(total),
    activated: Number(activated),
    points: { earned: Number(earned), unclaimed: waiting * invitationPoints },
  };
};

/** A page from 1, newest first. Throws NOT_FOUND for an invalid page. */
export const invitedBy = async (
  db: Db,
  personId: string,
  page: string,
): Promise<{ list: Invited[]; total: number }> => {
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new AppError("NOT_FOUND");
  const invited = db.selectFrom("person").where("invited_by", "=", personId);
  const [rows, { total }, waiting, rewarded] = await Promise.all([
    invited
      .leftJoin("activation", "activation.person_id", "person.id")
      .leftJoin("reward_invitation", (join) =>
        join.onRef("reward_invitation.person_id", "=", "person.id").on("reward_invitation.inviter_id", "=", personId),
      )
      .select([
        "person.id",
        "person.username",
        "person.created_at",
        "activation.wallet as activated",
        "reward_invitation.points as points",
      ])
      .orderBy("person.created_at", "desc")
      .orderBy("person.id")
      .limit(invitationsPageSize)
      .offset((Number(page) - 1) * invitationsPageSize)
      .execute(),
    invited.select(({ fn }) => fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow(),
    waitingFor(db, personId),
    rewardedCount(db, personId),
  ]);
  const open = new Set(waiting.slice(0, rewardedInvitationsMax - rewarded).map(({ id }) => id));
  const stateOf = (row: (typeof rows)[number]): Invited["state"] => {
    if (row.points !== null) return "REWARDED";
    if (row.activated === null) return "JOINED";
    return open.has(row.id) ? "ACTIVATED" : "NO_REWARD";
  };
  const list = rows.map((row) => ({
    name: row.username,
    createdAt: secondsOf(row.created_at),
    state: stateOf(row),
  }));
  return { list, total: Number(total) };
};

/** Collects the points of all activated invitees, up to the limit. */
export const collectInvited = async (
  deps: Deps,
  trx: Trx,
  personId: string,
): Promise<{ points: number; people: number }> => {
  const { teamId } = await ownerOf(deps, trx, personId);
  // Serialized, so that concurrent requests can't exceed the limit.
  await trx.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const room = rewardedInvitationsMax - (await rewardedCount(trx, personId));
  let people = 0;
  for (const { id, wallet } of (await waitingFor(trx, personId)).slice(0, Math.max(0, room))) {
    const isNew = await trx
      .insertInto("reward_invitation")
      .values({ wallet_hash: hashOf(wallet), inviter_id: personId, person_id: id, points: invitationPoints })
      .onConflict((conflict) => conflict.doNothing())
      .returning("person_id")
      .executeTakeFirst();
    if (!isNew) continue;
    people += 1;
    await deps.ledger.post(trx, {
      id: namedId(personId, "invitation", id),
      from: { system: "bonus", unit: "POINT" },
      to: { teamId, unit: "POINT" },
      amount: BigInt(invitationPoints),
      reason: "Invitation",
      ref: { reward: "invitation", person: id },
    });
  }
  return { points: people * invitationPoints, people };
};

/** Activated and not yet rewarded, oldest first. */
const waitingFor = async (db: Db, personId: string): Promise<{ id: string; wallet: string }[]> =>
  db
    .selectFrom("person")
    .innerJoin("activation", "activation.person_id", "person.id")
    .leftJoin("reward_invitation", (join) =>
      join.on(sql`sha256(convert_to(activation.wallet, 'UTF8'))`, "=", sql.ref("reward_invitation.wallet_hash")),
    )
    .select(["person.id", "activation.wallet"])
    .where("person.invited_by", "=", personId)
    .where("reward_invitation.wallet_hash", "is", null)
    .orderBy("activation.created_at")
    .orderBy("person.id")
    .limit(rewardedInvitationsMax)
    .execute();

const rewardedCount = async (db: Db, personId: string): Promise<number> => {
  return countOf(db.selectFrom("reward_invitation").where("inviter_id", "=", personId));
};
