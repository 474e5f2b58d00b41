import { sql, type Kysely } from "kysely";

/** Members, their levels and invitations; what people are told; mail that waits to be sent. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table membership add column levels jsonb not null default '{}';

    create table invitation (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      type text not null check (type in ('WALLET', 'EMAIL', 'LINK')),
      target text not null,
      code text not null unique,
      access text[] not null default '{}',
      levels jsonb not null default '{}',
      note text not null default '',
      status text not null check (status in ('VALID', 'PENDING', 'REJECT', 'DISABLED')),
      person_id uuid references person on delete cascade,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create unique index invitation_member on invitation (team_id, person_id) where person_id is not null;
    create unique index invitation_target on invitation (team_id, type, target) where type <> 'LINK';
    create index invitation_team on invitation (team_id, created_at desc);
    create index invitation_person on invitation (person_id);
    create index invitation_target_open on invitation (type, target) where status = 'PENDING';

    alter table person add column invite_code text unique;
    alter table person add column invited_by uuid references person on delete set null;

    create table notice (
      id uuid primary key,
      type text not null,
      person_id uuid references person on delete cascade,
      team_id uuid references team on delete cascade,
      invitation_id uuid references invitation on delete cascade,
      message text not null,
      url text not null default '',
      name text not null default '',
      label text not null default '',
      starts_at timestamptz not null default now(),
      ends_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index notice_person on notice (person_id, created_at desc);
    create index notice_everyone on notice (created_at desc) where person_id is null;

    create table notice_read (
      notice_id uuid not null references notice on delete cascade,
      person_id uuid not null references person on delete cascade,
      read_at timestamptz not null default now(),
      primary key (notice_id, person_id)
    );
    create index notice_read_person on notice_read (person_id);

    create table mail (
      id uuid primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      problem text not null default '',
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index mail_created on mail (created_at desc);
    create index mail_waiting on mail (created_at) where state = 'waiting';
  `.execute(db);
};
