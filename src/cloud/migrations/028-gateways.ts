import { sql, type Kysely } from "kysely";

/** Dedicated gateways with their traffic, tokens of their own kind, and domains that lead to any kind of thing. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table gateway (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text not null unique,
      scope text not null check (scope in ('public', 'private')),
      index_page text not null default '',
      origins text[] not null default '{}',
      allows_blank_origin boolean not null default true,
      user_agents text[] not null default '{}',
      requests_per_minute integer not null default 0 check (requests_per_minute >= 0),
      requests_per_address integer not null default 0 check (requests_per_address >= 0),
      created_at timestamptz not null default clock_timestamp()
    );
    create index gateway_team on gateway (team_id, created_at desc, id);

    create table gateway_hour (
      gateway_id uuid not null references gateway on delete cascade,
      hour timestamptz not null,
      requests bigint not null,
      bytes bigint not null,
      primary key (gateway_id, hour)
    );
    create index gateway_hour_old on gateway_hour (hour);

    create table gateway_top (
      gateway_id uuid not null references gateway on delete cascade,
      day date not null,
      kind text not null check (kind in ('cid', 'referer', 'agent', 'status')),
      value text not null,
      requests bigint not null,
      bytes bigint not null,
      primary key (gateway_id, day, kind, value)
    );
    create index gateway_top_old on gateway_top (day);

    alter table auth_token add column purpose text not null default 'deploy' check (purpose in ('deploy', 'gateway'));

    alter table domain add column target_kind text not null default 'project', add column target_id uuid;
    update domain set target_id = project_id;
    drop trigger domain_changed on domain;
    alter table domain alter column target_id set not null, drop column project_id;
    create index domain_target on domain (target_kind, target_id, created_at desc);
    create trigger domain_changed
      after update of state, target_kind, target_id, redirect_to, redirect_code on domain
      for each row when (old.state = 'valid' or new.state = 'valid') execute function note_domain_change();

    create function delete_domains_of_target() returns trigger language plpgsql as $$
    begin
      delete from domain where target_kind = tg_argv[0] and target_id = old.id;
      return null;
    end $$;
    create trigger project_domains after delete on project
      for each row execute function delete_domains_of_target('project');
    create trigger gateway_domains after delete on gateway
      for each row execute function delete_domains_of_target('gateway');

    create function release_hostname_of() returns trigger language plpgsql as $$
    begin
      delete from hostname where kind = tg_argv[0] and target_id = old.id::text;
      return null;
    end $$;
    create trigger gateway_hostname after delete on gateway
      for each row execute function release_hostname_of('gateway');
  `.execute(db);
};
