import { sql, type Kysely } from "kysely";

/** Gives activated accounts the larger free package within the running month: twice the trial's, and compute units. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    update allowance_grant set amount = amount * 2
      where package = 'FREE' and (ends_at is null or ends_at > now());
    insert into allowance_grant (id, team_id, package, resource, amount, starts_at, ends_at)
      select gen_random_uuid(), team_id, package, 'COMPUTE_UNIT', 100000000, starts_at, ends_at
      from allowance_grant where package = 'FREE' and resource = 'TRAFFIC' and ends_at > now()
      on conflict do nothing;
  `.execute(db);
};
