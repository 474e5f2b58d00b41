import { sql, type Kysely } from "kysely";

/** LAND and points, packages, usage, charges, deposits and vouchers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_bucket (
      team_id uuid,
      resource text,
      subject text default '',
      bucket timestamptz,
      amount bigint not null,
      calls bigint not null,
      service text not null default '',
      billed bigint not null default 0,
      primary key (team_id, resource, subject, bucket),
      check (billed <= amount)
    );
    create index usage_bucket_unbilled on usage_bucket (team_id, bucket) where amount > billed;

    create table storage_level (
      team_id uuid,
      resource text check (resource in ('IPFS_STORAGE', 'AR_STORAGE')),
      size_bytes bigint not null check (size_bytes >= 0),
      byte_seconds numeric(78, 6) not null default 0,
      changed_at timestamptz not null default now(),
      settled_at timestamptz not null default now(),
      settled_bytes bigint not null default 0,
      paid_bytes bigint not null default 0,
      primary key (team_id, resource)
    );

    create table storage_change (
      number bigint generated always as identity primary key,
      team_id uuid not null,
      resource text not null,
      at timestamptz not null,
      size_bytes bigint not null
    );
    create index storage_change_team on storage_change (team_id, resource, number);

    create table allowance_grant (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      package text not null check (package in ('TRIAL', 'FREE', 'STANDARD', 'BONUS', 'VOUCHER', 'PURCHASE')),
      resource text not null,
      amount bigint not null check (amount >= 0),
      starts_at timestamptz not null,
      ends_at timestamptz,
      consumed bigint not null default 0,
      check (consumed >= 0 and consumed <= amount)
    );
    create index allowance_grant_team on allowance_grant (team_id, resource);
    create unique index allowance_grant_once on allowance_grant (team_id, package, resource, starts_at)
      where package in ('TRIAL', 'FREE', 'STANDARD');

    create table team_package (
      team_id uuid primary key references team on delete cascade,
      package text not null check (package in ('FREE', 'STANDARD')),
      since timestamptz not null
    );

    create table resource_price (
      version bigint generated always as identity primary key,
      resource text not null,
      item text not null default '',
      land numeric(78, 0) not null check (land >= 0),
      per numeric(78, 0) not null check (per > 0),
      starts_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index resource_price_newest on resource_price (resource, item, starts_at desc, version desc);

    create table charge (
      team_id uuid,
      resource text,
      hour timestamptz,
      part integer,
      subject text,
      service text not null,
      amount numeric(78, 0) not null,
      from_grants numeric(78, 0) not null,
      land numeric(78, 0) not null,
      price_version bigint not null,
      transfer_id uuid,
      created_at timestamptz not null default now(),
      primary key (team_id, hour, resource, part, subject)
    );

    create table spend_cap (
      team_id uuid references team on delete cascade,
      kind text check (kind in ('SERVICE', 'PROJECT')),
      target text,
      land numeric(78, 0) not null check (land >= 0),
      beyond text not null default 'PAUSE' check (beyond in ('PAUSE', 'ONLINE')),
      primary key (team_id, kind, target)
    );

    create table dunning (
      team_id uuid primary key references team on delete cascade,
      began_at timestamptz not null
    );

    -- Notices already sent, so that each is sent once per phase.
    create table dunning_notice (
      team_id uuid references team on delete cascade,
      began_at timestamptz,
      step text check (step in ('refused', 'unserved', 'overdue')),
      notice_id uuid not null,
      told_at timestamptz not null default now(),
      primary key (team_id, began_at, step)
    );

    -- Only accounts of teams keep a running balance: every transfer would wait for the row of an account that all pay to.
    -- For the same reason transfers have no foreign keys. Accounts are never deleted.
    create table ledger_account (
      id bigint generated always as identity primary key,
      code text not null,
      team_id uuid,
      unit text not null check (unit in ('LAND', 'POINT')),
      balance numeric(78, 0) not null default 0,
      held numeric(78, 0) not null default 0 check (held >= 0),
      minimum numeric(78, 0),
      created_at timestamptz not null default now(),
      merged_into uuid,
      check (minimum is null or ((balance - held) >= minimum)),
      unique (code, unit)
    );
    create index ledger_account_team on ledger_account (team_id);
    create unique index ledger_account_merged on ledger_account (merged_into, unit) where merged_into is not null;

    create table ledger_transfer (
      id uuid primary key,
      number bigint generated always as identity unique,
      kind text not null check (kind in ('post', 'hold', 'capture', 'release')),
      from_id bigint not null,
      to_id bigint not null,
      unit text not null,
      amount numeric(78, 0) not null check (amount >= 0),
      hold_id uuid unique,
      expires_at timestamptz,
      reason text not null,
      ref jsonb not null,
      from_balance numeric(78, 0),
      to_balance numeric(78, 0),
      created_at timestamptz not null default clock_timestamp(),
      check (to_id <> from_id)
    );
    create index ledger_transfer_out on ledger_transfer (from_id, number desc) where from_balance is not null;
    create index ledger_transfer_in on ledger_transfer (to_id, number desc) where to_balance is not null;
    create index ledger_transfer_hold on ledger_transfer (expires_at) where kind = 'hold';

    -- Deposits and vouchers outlive the team that got them, as the ledger does.
    create table deposit (
      id uuid primary key,
      network text not null,
      tx_hash text not null,
      account text not null,
      team_id uuid,
      coin text not null,
      coin_amount numeric(78, 0) not null,
      usd numeric(78, 0) not null,
      land numeric(78, 0) not null check (land > 0),
      status text not null check (status in ('PENDING', 'DROPPED', 'CREDITED', 'SUSPENSE', 'REVERSED')),
      round integer not null default 0,
      created_at timestamptz not null default now(),
      credited_at timestamptz
    );
    create index deposit_team on deposit (team_id, created_at desc, id);
    create index deposit_newest on deposit (created_at desc, id);
    create index deposit_status on deposit (status, created_at desc, id)
      where status in ('PENDING', 'SUSPENSE', 'REVERSED');
    create index deposit_transaction on deposit (tx_hash);

    create table first_deposit (
      team_id uuid primary key references team on delete cascade,
      deposit_id uuid not null,
      points integer not null,
      created_at timestamptz not null default now()
    );

    create table purchase (
      id uuid primary key,
      network text not null,
      tx_hash text not null,
      account text not null,
      team_id uuid,
      resource text not null,
      amount numeric(78, 0) not null,
      until timestamptz,
      usd numeric(78, 0) not null,
      coin_amount numeric(78, 0) not null,
      status text not null check (status in ('PENDING', 'DROPPED', 'GRANTED', 'SUSPENSE', 'REVERSED')),
      round integer not null default 0,
      created_at timestamptz not null default now(),
      granted_at timestamptz
    );
    create index purchase_team on purchase (team_id, created_at desc, id);

    create table voucher (
      id uuid primary key,
      code_hash bytea not null unique,
      code_ending text not null,
      gives text not null,
      amount numeric(78, 0) not null check (amount > 0),
      days integer check (days > 0),
      uses integer not null check (uses > 0),
      used integer not null default 0,
      expires_at timestamptz,
      withdrawn_at timestamptz,
      note text,
      created_at timestamptz not null default now(),
      check (used >= 0 and used <= uses)
    );
    create index voucher_newest on voucher (created_at desc, id);

    create table voucher_redemption (
      voucher_id uuid references voucher,
      team_id uuid,
      person_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (voucher_id, team_id)
    );

    -- Prices: land (LAND×1e18) buys "per" units of a resource: bytes, minutes of builds, or compute units.
    insert into resource_price (resource, land, per, starts_at) values
      ('IPFS_STORAGE', 29, 1, 'epoch'),
      ('TRAFFIC', 100000 * 1e18, 1073741824, 'epoch'),
      ('BUILD_TIME', 500 * 1e18, 1, 'epoch'),
      ('COMPUTE_UNIT', 2 * 1e17, 1, 'epoch'),
      ('AR_STORAGE', 8000000 * 1e18, 1073741824, 'epoch');

    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The ledger is only ever added to.';
    end $$;
    create trigger ledger_transfer_immutable before update or delete on ledger_transfer
      for each row execute function refuse_ledger_change();
    create trigger ledger_transfer_kept before truncate on ledger_transfer
      for each statement execute function refuse_ledger_change();
    create trigger ledger_account_kept before delete on ledger_account
      for each row execute function refuse_ledger_change();

    create function ledger_account_of(p_code text, p_team uuid, p_unit text) returns bigint language plpgsql as $$
    declare
      found_id bigint;
      has_minimum boolean := p_code like 'team:%';
    begin
      select id into found_id from ledger_account where code = p_code and unit = p_unit;
      if found then return found_id; end if;
      -- A team's own account is created first, so that all transactions lock it first.
      if p_code like 'debt:%' then perform ledger_account_of('team:' || p_team, p_team, p_unit); end if;
      insert into ledger_account (code, team_id, unit, minimum)
        values (p_code, p_team, p_unit, case when has_minimum then 0 end) on conflict do nothing;
      select id into strict found_id from ledger_account where code = p_code and unit = p_unit;
      return found_id;
    end $$;

    -- Makes a transfer, once per id. Writes nothing unless the outcome is 'made'. Others: 'repeated' (made before), 'other'
    -- (the id belongs to another transfer), 'insufficient', 'unknown' (no such hold), 'resolved' (the hold ended otherwise).
    create function ledger_move(
      p_id uuid, p_kind text, p_from bigint, p_to bigint, p_unit text, p_amount numeric, p_reason text, p_ref jsonb,
      p_hold uuid default null, p_expires_at timestamptz default null,
      out outcome text, out made_at timestamptz
    ) language plpgsql as $$
    declare
      known ledger_transfer;
      hold ledger_transfer;
      payer ledger_account;
      payee ledger_account;
      freed numeric := 0;
      moved numeric := case when p_kind in ('post', 'capture') then p_amount else 0 end;
    begin
      if p_hold is not null then
        select * into hold from ledger_transfer where id = p_hold and kind = 'hold';
        if not found or p_amount > hold.amount then outcome := 'unknown'; return; end if;
        freed := hold.amount;
      end if;
      for attempt in 1..2 loop
        select * into known from ledger_transfer where id = p_id;
        if found then
          made_at := known.created_at;
          outcome := case when (known.kind, known.from_id, known.to_id, known.unit, known.amount, known.hold_id, known.reason, known.ref)
            is not distinct from (p_kind, p_from, p_to, p_unit, p_amount, p_hold, p_reason, p_ref) then 'repeated' else 'other' end;
          return;
        end if;
        exit when attempt = 2;
        -- In the order of their ids, to prevent deadlocks. A repeated request may have made the transfer meanwhile.
        perform from ledger_account where id in (p_from, p_to) and team_id is not null order by id for no key update;
      end loop;
      if exists (select from ledger_transfer where hold_id = p_hold) then outcome := 'resolved'; return; end if;

      select * into strict payer from ledger_account where id = p_from;
      select * into strict payee from ledger_account where id = p_to;
      if p_kind <> 'release' and payer.balance - payer.held + freed - p_amount < payer.minimum then
        outcome := 'insufficient';
        return;
      end if;
      insert into ledger_transfer (id, kind, from_id, to_id, unit, amount, hold_id, expires_at, reason, ref, from_balance, to_balance)
        values (p_id, p_kind, p_from, p_to, p_unit, p_amount, p_hold, p_expires_at, p_reason, p_ref,
          case when payer.team_id is not null then payer.balance - moved end,
          case when payee.team_id is not null then payee.balance + moved end)
        on conflict do nothing returning created_at into made_at;
      if not found then
        -- Accounts that are not a team's are not locked: a repeated request may still be first.
        select * into known from ledger_transfer where id = p_id;
        made_at := known.created_at;
        outcome := case when known.from_id = p_from and known.to_id = p_to and known.amount = p_amount and known.kind = p_kind
          and known.reason = p_reason and known.ref = p_ref then 'repeated' else 'other' end;
        return;
      end if;
      if payer.team_id is not null then
        update ledger_account set balance = balance - moved,
          held = held - freed + case when p_kind = 'hold' then p_amount else 0 end where id = p_from;
      end if;
      if payee.team_id is not null and moved > 0 then
        update ledger_account set balance = balance + moved where id = p_to;
      end if;
      outcome := 'made';
    end $$;
  `.execute(db);
};
