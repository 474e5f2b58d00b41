import { sql, type Kysely } from "kysely";

/** Users, teams and members; how they sign in; what they are told, and by which way. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table person (
      id uuid primary key,
      address text unique,
      wallet_type text,
      username text not null,
      created_at timestamptz not null default now(),
      invite_code text unique,
      invited_by uuid references person on delete set null,
      avatar_id uuid,
      constraint person_wallet_whole check ((address is null) = (wallet_type is null))
    );
    create index person_invited_by on person (invited_by, created_at desc) where invited_by is not null;

    create table team (
      id uuid primary key,
      name text not null,
      owner_id uuid not null references person,
      welcomed_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index team_owner on team (owner_id);

    create table membership (
      team_id uuid references team on delete cascade,
      person_id uuid references person on delete cascade,
      type text not null check (type in ('INDIVIDUAL', 'COLLABORATION')),
      status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
      access text[] not null default '{}',
      token_version integer not null default 1,
      created_at timestamptz not null default now(),
      levels jsonb not null default '{}',
      primary key (team_id, person_id)
    );
    create unique index membership_own_team on membership (person_id) where type = 'INDIVIDUAL';
    create index membership_person on membership (person_id);

    create table sign_in_request (
      nonce text primary key,
      address text not null,
      message text not null,
      expires_at timestamptz not null,
      person_id uuid references person on delete cascade
    );
    create index sign_in_request_address on sign_in_request (address, expires_at desc);
    create index sign_in_request_expiry on sign_in_request (expires_at);

    create table sign_in_token (
      hash bytea primary key,
      person_id uuid not null references person on delete cascade,
      expires_at timestamptz not null
    );
    create index sign_in_token_expiry on sign_in_token (expires_at);

    create table session (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      revoked_at timestamptz,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      user_agent text not null default '',
      ip text not null default '',
      last_used_at timestamptz not null default now()
    );
    create index session_person on session (person_id);
    create index session_expiry on session (expires_at);

    -- A used token keeps its successor, sealed with itself, so that tabs that refresh at once get the same one.
    create table refresh_token (
      hash bytea primary key,
      session_id uuid not null references session on delete cascade,
      used_at timestamptz,
      expires_at timestamptz not null,
      sealed_successor bytea
    );
    create index refresh_token_session on refresh_token (session_id);

    -- The private key is sealed with SECRET_KEY.
    create table signing_key (
      kid text primary key,
      private_jwk jsonb,
      created_at timestamptz not null default now(),
      sealed bytea,
      constraint signing_key_kept check ((private_jwk is null) <> (sealed is null))
    );

    create table ended_session (
      id uuid primary key,
      reason text not null,
      expires_at timestamptz not null
    );
    create index ended_session_expiry on ended_session (expires_at);

    create table person_wallet (
      address text primary key,
      person_id uuid not null references person on delete cascade,
      wallet_type text not null,
      created_at timestamptz not null default now(),
      contract_chain_id bigint
    );
    create index person_wallet_person on person_wallet (person_id, created_at);

    create table person_solana (
      person_id uuid primary key references person on delete cascade,
      address text not null unique,
      created_at timestamptz not null default now()
    );

    create table solana_request (
      person_id uuid primary key references person on delete cascade,
      address text not null,
      message text not null,
      expires_at timestamptz not null
    );

    -- What still names an account that was merged into another: its id on chains, its invite code, its ledger history.
    create table merged_person (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      invite_code text unique,
      merged_at timestamptz not null default now()
    );
    create index merged_person_person on merged_person (person_id);

    create table avatar (
      id uuid primary key,
      person_id uuid not null unique references person on delete cascade,
      type text not null,
      bytes bytea not null,
      created_at timestamptz not null default now()
    );

    create table auth_token (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      person_id uuid not null references person on delete cascade,
      name text not null,
      hash bytea not null unique,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      purpose text not null default 'deploy' check (purpose in ('deploy', 'gateway'))
    );
    create index auth_token_team on auth_token (team_id, created_at desc);

    create table program_key (
      purpose text check (purpose in ('PINNING', 'IPNS')),
      team_id uuid references team on delete cascade,
      person_id uuid references person on delete cascade,
      hash bytea not null unique,
      hint text not null,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (purpose, team_id, person_id)
    );

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

    create table invitation_letter (
      team_id uuid not null references team on delete cascade,
      recipient text not null,
      sent_at timestamptz not null default now()
    );
    create index invitation_letter_team on invitation_letter (team_id, sent_at);
    create index invitation_letter_recipient on invitation_letter (recipient, sent_at);
    create index invitation_letter_sent on invitation_letter (sent_at);

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
      notice_id uuid references notice on delete cascade,
      person_id uuid references person on delete cascade,
      read_at timestamptz not null default now(),
      primary key (notice_id, person_id)
    );
    create index notice_read_person on notice_read (person_id);

    create table mail (
      id uuid primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
      problem text not null default '',
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      attempts integer not null default 0,
      asked_by uuid references person on delete set null
    );
    create index mail_created on mail (created_at desc);
    create index mail_waiting on mail (created_at) where state = 'waiting';
    create index mail_asked_by on mail (asked_by, created_at desc);
    create index mail_recipient on mail (recipient, created_at desc);

    create table email (
      person_id uuid primary key references person on delete cascade,
      address text not null unique,
      confirmed_at timestamptz not null default now()
    );

    create table email_request (
      person_id uuid primary key references person on delete cascade,
      address text not null,
      hash bytea not null,
      tries integer not null default 0,
      sent_at timestamptz not null default now(),
      expires_at timestamptz not null
    );

    create table email_sending (
      person_id uuid not null references person on delete cascade,
      address text not null,
      sent_at timestamptz not null default now()
    );
    create index email_sending_person on email_sending (person_id, sent_at);
    create index email_sending_address on email_sending (address, sent_at);

    create table letter_choice (
      person_id uuid primary key references person on delete cascade,
      letters jsonb not null
    );

    create table balance_alert (
      team_id uuid primary key references team on delete cascade,
      active boolean not null,
      percent_left integer not null check (percent_left >= 1 and percent_left <= 99),
      land_left numeric(78, 0)
    );

    create table allowance_low (
      team_id uuid references team on delete cascade,
      resource text,
      since timestamptz not null default now(),
      primary key (team_id, resource)
    );

    create table webhook (
      team_id uuid primary key references team on delete cascade,
      url text not null,
      events text[] not null,
      active boolean not null,
      secret bytea not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table webhook_delivery (
      id uuid primary key,
      team_id uuid not null references webhook on delete cascade,
      event text not null,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      status integer,
      problem text not null default '',
      duration_ms integer,
      created_at timestamptz not null default clock_timestamp(),
      attempted_at timestamptz
    );
    create index webhook_delivery_team on webhook_delivery (team_id, created_at desc);

    -- No foreign keys: each change of a team would lock the team's row, and entries outlive the people they name.
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

    create table feedback (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      key text,
      feedback_type text not null,
      email text not null,
      eth_address text,
      description text not null,
      answered_at timestamptz,
      created_at timestamptz not null default now(),
      unique (person_id, key)
    );
    create index feedback_newest on feedback (created_at desc, id);
    create index feedback_person on feedback (person_id, created_at);

    create table feedback_image (
      feedback_id uuid references feedback on delete cascade,
      position integer,
      type text not null,
      bytes bytea not null,
      primary key (feedback_id, position)
    );

    create table mini_order (
      id uuid primary key,
      person_id uuid not null,
      account text not null,
      asset text not null check (asset in ('TON', 'STAR')),
      land numeric(78, 0) not null check (land > 0),
      usd numeric(78, 0) not null,
      amount numeric(78, 0) not null check (amount > 0),
      destination text,
      invoice_link text,
      status text not null check (status in ('WAITING', 'PAID', 'REFUNDED')),
      valid_until timestamptz not null,
      created_at timestamptz not null default now(),
      payment text,
      payer text,
      paid_at timestamptz
    );
    create index mini_order_person on mini_order (person_id, created_at desc);
    create index mini_order_newest on mini_order (asset, created_at desc);

    create table mini_cursor (
      address text primary key,
      lt numeric(20, 0) not null
    );

    create table person_messaging (
      user_id bigint primary key,
      person_id uuid not null unique references person on delete cascade,
      created_at timestamptz not null default now()
    );

    -- A chat exists from its first message, before anyone signs in.
    create table messaging_chat (
      user_id bigint primary key,
      stopped_at timestamptz,
      blocked_at timestamptz,
      created_at timestamptz not null default now()
    );

    create table messaging_letter (
      key text primary key,
      user_id bigint not null,
      content jsonb not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    create index messaging_letter_waiting on messaging_letter (next_at) where state = 'WAITING';
    create index messaging_letter_age on messaging_letter (created_at);

    create table messaging_start (
      person_id uuid primary key references person on delete cascade,
      partner jsonb not null,
      created_at timestamptz not null default now()
    );

    create table messaging_emulated (
      user_id bigint primary key,
      person_id uuid not null references person on delete cascade,
      created_at timestamptz not null default now()
    );
    create index messaging_emulated_person on messaging_emulated (person_id);

    create table messaging_used (
      hash bytea primary key,
      expires_at timestamptz not null
    );
    create index messaging_used_expiry on messaging_used (expires_at);

    create function operation_log_forget_team() returns trigger language plpgsql as $$
    begin
      delete from operation_log where team_id = old.id;
      return old;
    end $$;
    create trigger operation_log_forget_team after delete on team
      for each row execute function operation_log_forget_team();

    -- A member who joins a team again never gets the version of an earlier token.
    create sequence membership_token_version as integer start with 2;
  `.execute(db);
};
