import { sql, type Kysely } from "kysely";

/** The simulated networks: EVM chains, rollups, Arweave, Solana, TON, zkSync Lite and the bot's API. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create sequence evm_pending_seq;
    create sequence zksync_account_seq start 2;

    create table evm_block (
      chain text,
      number integer,
      timestamp bigint not null,
      transactions bytea[] not null,
      hash text,
      primary key (chain, number)
    );
    create index evm_block_used on evm_block (chain, number) where cardinality(transactions) > 0;

    create table evm_pending (
      chain text,
      sender text,
      nonce bigint,
      seq bigint not null default nextval('evm_pending_seq'),
      hash text not null,
      gas_limit bigint not null,
      raw bytea not null,
      created_at timestamptz not null default now(),
      primary key (chain, sender, nonce)
    );
    create index evm_pending_order on evm_pending (chain, seq);

    create table rollup_chain (
      id uuid primary key,
      chain_id bigint not null unique,
      name text not null,
      framework text not null,
      settlement text not null,
      genesis_at bigint not null,
      withdraw_period integer not null,
      addresses jsonb not null,
      sealed bytea not null,
      state text not null default 'MAKING' check (state in ('MAKING', 'RUNNING', 'STOPPED')),
      settled_block integer not null default 0,
      seen_block integer not null default 0,
      batched integer not null default 0,
      batch_at bigint,
      proposed integer not null default 0,
      gas_price numeric(78, 0) not null default 0,
      created_at timestamptz not null default now()
    );
    create index rollup_chain_settlement on rollup_chain (settlement) where state <> 'STOPPED';

    create table rollup_log (
      rollup_id uuid references rollup_chain on delete cascade,
      role text check (role in ('sequencer', 'batcher', 'proposer')),
      line integer,
      content text not null,
      at timestamptz not null default clock_timestamp(),
      primary key (rollup_id, role, line)
    );

    create table rollup_output (
      rollup_id uuid references rollup_chain on delete cascade,
      index integer,
      block integer not null,
      at bigint not null,
      primary key (rollup_id, index)
    );

    create table rollup_deposit (
      rollup_id uuid references rollup_chain on delete cascade,
      index integer,
      sender text not null,
      recipient text not null,
      amount numeric(78, 0) not null,
      hash text not null,
      at bigint not null,
      paid_hash text,
      primary key (rollup_id, index)
    );
    create index rollup_deposit_open on rollup_deposit (rollup_id, index) where paid_hash is null;
    create index rollup_deposit_sender on rollup_deposit (rollup_id, sender, index);
    create index rollup_deposit_recipient on rollup_deposit (rollup_id, recipient, index);

    create table rollup_withdrawal (
      rollup_id uuid references rollup_chain on delete cascade,
      index integer,
      sender text not null,
      recipient text not null,
      amount numeric(78, 0) not null,
      hash text not null,
      block integer not null,
      at bigint not null,
      root text not null,
      paid_hash text,
      primary key (rollup_id, index)
    );
    create index rollup_withdrawal_block on rollup_withdrawal (rollup_id, block, index);
    create index rollup_withdrawal_sender on rollup_withdrawal (rollup_id, sender, index);
    create index rollup_withdrawal_recipient on rollup_withdrawal (rollup_id, recipient, index);

    create table arweave_block (
      height bigint primary key,
      id text not null unique,
      created_at timestamptz not null default now()
    );

    create table arweave_wallet (
      address text primary key,
      winston numeric(40, 0) not null check (winston >= 0),
      last_tx text not null default ''
    );

    create table arweave_transaction (
      id text primary key,
      seq bigint generated always as identity unique,
      bundle_id text references arweave_transaction,
      owner_address text not null,
      header jsonb not null,
      data_root text not null,
      data_size bigint not null,
      data_cid bytea,
      data_offset bigint not null default 0,
      height bigint references arweave_block,
      created_at timestamptz not null default now()
    );
    create index arweave_transaction_unmined on arweave_transaction (seq) where height is null;
    create index arweave_transaction_root on arweave_transaction (data_root) where data_cid is null;
    create index arweave_transaction_cid on arweave_transaction (data_cid);
    create index arweave_transaction_owner on arweave_transaction (owner_address, seq);

    create table arweave_tag (
      transaction_id text not null references arweave_transaction,
      name text not null,
      value text not null
    );
    create index arweave_tag_transaction on arweave_tag (transaction_id);
    create index arweave_tag_value on arweave_tag (name, md5(value));

    create table arweave_chunk (
      data_root text,
      ends_at bigint,
      bytes bytea storage external not null,
      primary key (data_root, ends_at)
    );

    create table solana_transaction (
      slot integer primary key,
      signature text not null unique,
      kind text not null check (kind in ('transaction', 'airdrop')),
      raw bytea,
      lamports numeric,
      accounts text[] not null,
      memo text,
      created_at timestamptz not null default now()
    );
    create index solana_transaction_accounts on solana_transaction using gin (accounts);

    create table ton_key (
      only_one boolean default true primary key check (only_one),
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

    create table bot_key (
      only_one boolean default true primary key check (only_one),
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

    create table zksync_account (
      address text primary key,
      id integer not null default nextval('zksync_account_seq') unique,
      balance numeric(78, 0) not null default 0 check (balance >= 0),
      nonce bigint not null default 0,
      key_hash text
    );

    create table zksync_transaction (
      block integer primary key,
      hash text not null unique,
      sender text not null,
      recipient text not null,
      op jsonb not null,
      created_at timestamptz not null default now()
    );
    create index zksync_transaction_sender on zksync_transaction (sender, block desc);
    create index zksync_transaction_recipient on zksync_transaction (recipient, block desc);
  `.execute(db);
};
