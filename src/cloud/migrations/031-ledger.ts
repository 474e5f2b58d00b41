import { sql, type Kysely } from "kysely";

/** LAND and points by double entry; what was used is settled hour by hour, from grants first and then in LAND. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await accounts(db);
  await move(db);
  await settlement(db);
};

/**
 * Only what belongs to a team keeps a running balance: one on the accounts that everything flows to would be the row all wait for.
 * For the same reason transfers have no foreign keys, which would lock those rows; accounts are never deleted.
 */
const accounts = (db: Kysely<unknown>) =>
  sql`
    create table ledger_account (
      id bigint generated always as identity primary key,
      code text not null,
      team_id uuid,
      unit text not null check (unit in ('LAND', 'POINT')),
      balance numeric(78, 0) not null default 0,
      held numeric(78, 0) not null default 0 check (held >= 0),
      minimum numeric(78, 0),
      created_at timestamptz not null default now(),
      unique (code, unit),
      check (minimum is null or balance - held >= minimum)
    );
    create index ledger_account_team on ledger_account (team_id);

    create table ledger_transfer (
      id uuid primary key,
      number bigint generated always as identity unique,
      kind text not null check (kind in ('post', 'hold', 'capture', 'release')),
      from_id bigint not null,
      to_id bigint not null check (to_id <> from_id),
      unit text not null,
      amount numeric(78, 0) not null check (amount >= 0),
      hold_id uuid unique,
      expires_at timestamptz,
      reason text not null,
      ref jsonb not null,
      from_balance numeric(78, 0),
      to_balance numeric(78, 0),
      created_at timestamptz not null default clock_timestamp()
    );
    create index ledger_transfer_out on ledger_transfer (from_id, number desc) where from_balance is not null;
    create index ledger_transfer_in on ledger_transfer (to_id, number desc) where to_balance is not null;
    create index ledger_transfer_hold on ledger_transfer (expires_at) where kind = 'hold';

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
  `.execute(db);

/**
 * Makes one transfer, once under its id. Writes nothing unless the outcome is 'made'; the others: 'repeated' (it was made before),
 * 'other' (something else was made under this id), 'insufficient', 'unknown' (no such hold), 'resolved' (the hold has ended otherwise).
 */
const move = (db: Kysely<unknown>) =>
  sql`
    create function ledger_account_of(p_code text, p_team uuid, p_unit text) returns bigint language plpgsql as $$
    declare
      found_id bigint;
      has_minimum boolean := p_code like 'team:%';
    begin
      select id into found_id from ledger_account where code = p_code and unit = p_unit;
      if found then return found_id; end if;
      -- A team's own account is the older one, and so is locked first by all.
      if p_code like 'debt:%' then perform ledger_account_of('team:' || p_team, p_team, p_unit); end if;
      insert into ledger_account (code, team_id, unit, minimum)
        values (p_code, p_team, p_unit, case when has_minimum then 0 end) on conflict do nothing;
      select id into strict found_id from ledger_account where code = p_code and unit = p_unit;
      return found_id;
    end $$;

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
        -- In the order of their ids, so that no two transfers wait for each other; a twin may have been first meanwhile.
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
        -- Between accounts that are not locked, a twin may be first even now.
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

/** Prices, what is not yet settled, what was charged, caps on it, and since when nothing was left. */
const settlement = (db: Kysely<unknown>) =>
  sql`
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
    insert into resource_price (resource, land, per, starts_at) values
      ('IPFS_STORAGE', 29, 1, 'epoch'),
      ('TRAFFIC', 100000 * 1e18, 1073741824, 'epoch'),
      ('BUILD_TIME', 500 * 1e18, 1, 'epoch'),
      ('COMPUTE_UNIT', 2 * 1e17, 1, 'epoch'),
      ('AR_STORAGE', 8000000 * 1e18, 1073741824, 'epoch');

    alter table usage_bucket
      add column service text not null default '',
      add column billed bigint not null default 0 check (billed <= amount);
    update usage_bucket set billed = amount;
    create index usage_bucket_unbilled on usage_bucket (team_id, bucket) where amount > billed;

    alter table allowance_grant
      add column consumed bigint not null default 0,
      drop constraint allowance_grant_package_check,
      drop constraint allowance_grant_team_id_package_resource_starts_at_key,
      add constraint allowance_grant_package_check
        check (package in ('TRIAL', 'FREE', 'STANDARD', 'BONUS', 'VOUCHER', 'PURCHASE'));
    create index allowance_grant_team on allowance_grant (team_id, resource);
    create unique index allowance_grant_once on allowance_grant (team_id, package, resource, starts_at)
      where package in ('TRIAL', 'FREE', 'STANDARD');
    update allowance_grant as kept set consumed = least(kept.amount, coalesce(
      (select sum(used.amount) from usage_bucket as used where used.team_id = kept.team_id and used.resource = kept.resource), 0));
    update allowance_grant as kept set consumed = least(kept.amount, coalesce(
      (select size_bytes from storage_level as level where level.team_id = kept.team_id and level.resource = 'AR_STORAGE'), 0))
      where resource = 'AR_STORAGE';
    alter table allowance_grant add check (consumed between 0 and amount);

    create table team_package (
      team_id uuid primary key references team on delete cascade,
      package text not null check (package in ('FREE', 'STANDARD')),
      since timestamptz not null
    );

    alter table storage_level
      add column settled_at timestamptz not null default now(),
      add column settled_bytes bigint not null default 0,
      add column paid_bytes bigint not null default 0;
    update storage_level set settled_bytes = size_bytes, paid_bytes = size_bytes;
    create table storage_change (
      number bigint generated always as identity primary key,
      team_id uuid not null,
      resource text not null,
      at timestamptz not null,
      size_bytes bigint not null
    );
    create index storage_change_team on storage_change (team_id, resource, number);

    create table charge (
      team_id uuid not null,
      resource text not null,
      hour timestamptz not null,
      part integer not null,
      subject text not null,
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
      team_id uuid not null references team on delete cascade,
      kind text not null check (kind in ('SERVICE', 'PROJECT')),
      target text not null,
      land numeric(78, 0) not null check (land >= 0),
      primary key (team_id, kind, target)
    );

    create table dunning (
      team_id uuid primary key references team on delete cascade,
      began_at timestamptz not null
    );
  `.execute(db);
