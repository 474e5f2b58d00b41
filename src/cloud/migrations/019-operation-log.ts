import { sql, type Kysely } from "kysely";

/**
 * What was done in a team, and by whom. No foreign keys: every mutating call of a team would lock the team's row for its entry,
 * and entries outlive the people they name. A team that is deleted takes its entries along by the trigger.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table operation_log (
      id bigint generated always as identity primary key,
      team_id uuid not null,
      person_id uuid,
      role text check (role in ('OWNER', 'MEMBER')),
      via text not null check (via in ('SESSION', 'TOKEN', 'HOOK', 'PUSH')),
      action text not null,
      target text not null,
      details jsonb not null,
      ip text not null,
      at timestamptz not null default clock_timestamp()
    );
    create index operation_log_team on operation_log (team_id, at desc, id desc);
    create index operation_log_person on operation_log (team_id, person_id, at desc, id desc);
    create index operation_log_members on operation_log (team_id, at desc, id desc) where role = 'MEMBER';
    create index operation_log_family on operation_log (team_id, split_part(action, '_', 1), at desc, id desc);
    create index operation_log_at on operation_log using brin (at);

    create function operation_log_forget_team() returns trigger language plpgsql as $$
    begin
      delete from operation_log where team_id = old.id;
      return old;
    end $$;
    create trigger operation_log_forget_team after delete on team
      for each row execute function operation_log_forget_team();
  `.execute(db);
};
