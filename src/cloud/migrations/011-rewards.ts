import { sql, type Kysely } from "kysely";

/** Rewards of the dashboard: tasks, quests, visits and invitations. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table reward_claim (
      person_id uuid references person on delete cascade,
      subject text,
      period text default '',
      points integer not null check (points >= 0),
      created_at timestamptz not null default clock_timestamp(),
      primary key (person_id, subject, period)
    );
    create index reward_claim_subject on reward_claim (subject);

    create table reward_visit (
      person_id uuid references person on delete cascade,
      task_id text,
      period text default '',
      opened_at timestamptz not null default clock_timestamp(),
      primary key (person_id, task_id, period)
    );

    create table reward_invitation (
      wallet_hash bytea primary key,
      inviter_id uuid not null,
      person_id uuid not null,
      points integer not null,
      created_at timestamptz not null default clock_timestamp()
    );
    create index reward_invitation_inviter on reward_invitation (inviter_id);

    create table reward_task (
      id text primary key,
      title text,
      description text,
      tab text check (tab in ('daily', 'newbie')),
      link text,
      points integer not null check (points >= 0),
      active boolean not null,
      created_at timestamptz not null default clock_timestamp()
    );

    create table quest (
      id uuid primary key,
      title text not null,
      description text not null,
      image text not null default '',
      link text not null default '',
      points integer not null check (points > 0),
      proof text not null check (proof in ('TRUST', 'CODE', 'FACT')),
      code_hash bytea,
      fact text,
      goal integer not null default 1 check (goal > 0),
      ends_at timestamptz,
      active boolean not null default true,
      created_at timestamptz not null default clock_timestamp(),
      check (proof <> 'CODE' or code_hash is not null),
      check (proof <> 'FACT' or fact is not null)
    );
    create index quest_newest on quest (created_at desc, id);
  `.execute(db);
};
