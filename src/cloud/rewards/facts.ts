/**
 * Counts facts about a user and their own team that prove tasks and quests. One query, because the task hub shows all of them at once.
 * Reads other services' tables, as bills do, and writes none.
 */
import { sql } from "kysely";
import { firstDepositUsd } from "../../../resources/billing/deposits.ts";
import type { RewardFact } from "../../../resources/rewards/facts.ts";
import type { Db } from "../engines/database/database.ts";
import { startOfDay, type Owner } from "./deps.ts";

export type Facts = Readonly<Record<RewardFact, number>>;

export const factsOf = async (db: Db, { personId, teamId }: Owner, now: Date): Promise<Facts> => {
  const today = startOfDay(now);
  const { rows } = await sql<Record<RewardFact, bigint | number>>`
    select
      1 as "signedIn",
      (select count(*) from email where person_id = ${personId}) as email,
      (select count(*) from activation where person_id = ${personId}) as activated,
      (select coalesce(sum(usd), 0) >= ${firstDepositUsd}::numeric * 1e18 from deposit
        where team_id = ${teamId} and status = 'CREDITED')::int as deposited,
      (select count(*) from deployment where team_id = ${teamId} and state = 'success') as deployments,
      (select count(*) from deployment where team_id = ${teamId} and state = 'success' and ended_at >= ${today})
        as "deploymentsToday",
      (select coalesce(sum(object_count), 0)::int8 from bucket where team_id = ${teamId}) as files,
      (select count(distinct hours.bucket_id) from bucket_hour as hours join bucket on bucket.id = hours.bucket_id
        where bucket.team_id = ${teamId} and hours.hour >= ${today}) as "bucketToday",
      (select count(*) from membership where team_id = ${teamId} and type = 'COLLABORATION') as members,
      (select count(*) from rpc_key where team_id = ${teamId}) as "rpcKeys",
      (select coalesce(sum(requests), 0)::int8 from rpc_count where team_id = ${teamId} and hour >= ${today})
        as "rpcToday",
      (select count(*) from ai_key where team_id = ${teamId}) as "aiKeys",
      (select count(*) from ipns_name where team_id = ${teamId}) as "ipnsNames",
      (select coalesce(sum(hours.requests), 0)::int8 from gateway_hour as hours
        join gateway on gateway.id = hours.gateway_id where gateway.team_id = ${teamId}) as "gatewayRequests",
      (select count(*) from boost_node where person_id = ${personId}) as boost,
      (select count(*) from person join activation on activation.person_id = person.id
        where person.invited_by = ${personId}) as invitees,
      (select count(*) from reward_claim where person_id = ${personId} and subject = 'task:daily-visit') as visits
  `.execute(db);
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)])) as Record<
    RewardFact,
    number
  >;
};
