import { sql, type Kysely } from "kysely";

/** Teams' alerts of RPC and storage, and the requests of the last minutes, of which error rates are calculated. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table service_alert (
      team_id uuid not null references team on delete cascade,
      kind text not null,
      threshold numeric(78, 0) check (threshold > 0),
      level integer not null default 0,
      primary key (team_id, kind)
    );
    create table service_outcome (
      team_id uuid not null references team on delete cascade,
      service text not null,
      minute timestamptz not null,
      requests bigint not null,
      failed bigint not null,
      primary key (team_id, service, minute)
    );
    create index service_outcome_minute on service_outcome (minute);
    comment on column service_alert.threshold is 'Percent or LAND×1e18, depending on the kind; null for those that have none.';
    comment on column service_alert.level is 'What the team was last notified of; 0 after it recovered.';
  `.execute(db);
};
