import { sql, type Kysely } from "kysely";

/** Points that a node gained in its last week with gains, for weekly rankings, and sign-ins by day, for reminders. Weeks are counted as in `boost/weeks.ts`. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table boost_node add column week integer not null default 0, add column week_points numeric(40,0) not null default 0;
    update boost_node set week = current.week, week_points = gained.points
    from (select ((extract(epoch from now())::bigint / 86400 + 3) / 7)::int as week) current,
      (select node_id, sum(amount) as points from boost_point
        where amount > 0 and not is_note and created_at >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'
        group by node_id) gained
    where gained.node_id = boost_node.id;
    create index boost_node_week on boost_node (week, week_points, id);
    create index boost_sign_day on boost_sign (day, node_id);
  `.execute(db);
};
