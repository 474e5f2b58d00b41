import { sql, type Kysely } from "kysely";

/** The cloud's own TON chain and Bot API stand-in, and what people order and pay by toncoin and Stars. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await chain(db);
  await standIn(db);
  await orders(db);
};

const chain = (db: Kysely<unknown>) =>
  sql`
    create table ton_key (
      only_one boolean primary key default true check (only_one),
      sealed bytea not null
    );

    create table ton_message (
      seq bigint primary key,
      hash text not null unique,
      at bigint not null,
      last_lt bigint not null,
      boc bytea not null
    );

    create table ton_account (
      address text primary key,
      boc bytea not null
    );

    create table ton_transaction (
      lt bigint primary key,
      address text not null,
      hash text not null unique,
      boc bytea not null
    );
    create index ton_transaction_account on ton_transaction (address, lt desc);
  `.execute(db);

const standIn = (db: Kysely<unknown>) =>
  sql`
    create table bot_key (
      only_one boolean primary key default true check (only_one),
      sealed bytea not null,
      webhook_url text,
      webhook_secret text
    );

    create table bot_invoice (
      slug text primary key,
      title text not null,
      description text not null,
      payload text not null,
      stars integer not null check (stars > 0),
      created_at timestamptz not null default now()
    );

    create table bot_payment (
      id text primary key,
      slug text not null references bot_invoice,
      charge_id text not null unique,
      payer jsonb not null,
      status text not null check (status in ('ASKED', 'ACCEPTED', 'REFUSED', 'PAID', 'REFUNDED')),
      reason text,
      created_at timestamptz not null default now()
    );

    create table bot_update (
      id bigint generated always as identity primary key,
      content jsonb not null,
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );

    create table bot_message (
      id bigint generated always as identity primary key,
      chat_id bigint not null,
      content jsonb not null,
      created_at timestamptz not null default now()
    );
    create index bot_message_chat on bot_message (chat_id, id);
  `.execute(db);

const orders = (db: Kysely<unknown>) =>
  sql`
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
  `.execute(db);
