/**
 * The tables of the database. `npm run migrations` generates `Columns` from the migrations; only its comments are written by hand, and
 * kept.
 */
import type { ColumnType, Selectable } from "kysely";
import type { AccessCode } from "../../../../resources/declare/access.ts";
import type { EmailSettings } from "../../../../resources/account/email-settings.ts";
import type { FeedbackType } from "../../../../resources/account/feedback-types.ts";
import type { Levels } from "../../../../resources/account/teams/levels.ts";
import type { NoticeType } from "../../../../resources/account/notices.ts";
import type { DerivedAction, OperationAction } from "../../../../resources/account/operation-log/operation-actions.ts";
import type { ServiceAlertKind, WatchedService } from "../../../../resources/account/service-alerts.ts";
import type { WebhookEvent } from "../../../../resources/account/webhook.ts";
import type { BilledService } from "../../../../resources/billing/packages.ts";
import type { BilledResource } from "../../../../resources/billing/records.ts";
import type { VoucherGift } from "../../../../resources/billing/voucher-gifts.ts";
import type { BaseRate, Boost } from "../../../../resources/boost/nodes/points.ts";
import type { PointKind, PreActivity } from "../../../../resources/boost/shapes.ts";
import type { WheelField } from "../../../../resources/boost/spins/spin.ts";
import type { Campaigns } from "../../../../resources/boost/nodes/start-param.ts";
import type { TaskAction, TaskGroup, TaskProof } from "../../../../resources/boost/tasks/task-model.ts";
import type { UsdtKind } from "../../../../resources/boost/withdrawals/usdt.ts";
import type { KeyPermission } from "../../../../resources/storage/access-keys.ts";
import type { DownloadFormat, Removal } from "../../../../resources/storage/bucket-calls.ts";
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import type { PurchaseType } from "../../../../resources/chains/contracts.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import type { deployments } from "../../../../resources/hosting/deployments.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";
import type { TemplateValues } from "../../../../resources/hosting/templates/templates.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import type { RollupPlan } from "../../../../resources/raas/plans.ts";
import type { RollupChoice, RollupStatus } from "../../../../resources/raas/rollups.ts";
import type { RewardFact } from "../../../../resources/rewards/facts.ts";
import type { RpcKeyRules } from "../../../../resources/rpc/key-calls.ts";

type Project = Row<typeof projects>;
type StoredObject = Readonly<Record<string, unknown>>;

/** Values of columns whose SQL type says less, by "table.column". A module adds those of the types that it owns. */
export interface ColumnTypes {
  "access_key.permissions": KeyPermission[];
  "activation.chain": ChainKey;
  "allowance_grant.resource": MeteredResource;
  "allowance_low.resource": MeteredResource | "LAND";
  "boost_node.base_rate": readonly BaseRate[];
  "boost_node.boosts": readonly Boost[];
  "boost_node.pre_activities": readonly PreActivity[];
  "boost_point.kind": PointKind;
  "boost_spin.reward_type": WheelField["rewardType"];
  "boost_stake.nfts": readonly string[];
  "boost_task.kind": PointKind;
  "boost_task.press": TaskAction;
  "boost_task.proof": TaskProof;
  "boost_task.task_group": TaskGroup;
  "boost_usdt.kind": UsdtKind;
  "bot_message.content": object;
  "bot_update.content": object;
  "bucket_download.format": DownloadFormat;
  "bucket_removal.state": Removal["state"];
  "bucket_upload.checksum_type": "FULL_OBJECT" | "COMPOSITE";
  "chain_block.chain": ChainKey;
  "chain_cursor.chain": ChainKey;
  "chain_event.chain": ChainKey;
  "chain_event.fields": Record<string, string>;
  "chain_report.chain": ChainKey;
  "chain_report.content": StoredObject;
  "charge.resource": BilledResource;
  "charge.service": BilledService;
  "deployment.platform": Project["platform"];
  "deployment.platform_result": Record<string, string>;
  "deployment.trigger": Row<typeof deployments>["trigger"];
  "ended_session.reason": "SESSION_ENDED" | "ACCOUNT_DELETED";
  "evm_key.addresses": Record<string, string>;
  "feedback.feedback_type": FeedbackType;
  /** Compared as text, so no time zone moves it. */
  "gateway_top.day": string;
  "invitation.access": AccessCode[];
  "invitation.levels": Levels;
  "ledger_transfer.ref": StoredObject;
  "ledger_transfer.unit": "LAND" | "POINT";
  "letter_choice.letters": EmailSettings;
  "membership.access": AccessCode[];
  "membership.levels": Levels;
  "messaging_start.partner": Campaigns;
  "notice.type": NoticeType;
  "operation_log.action": OperationAction | DerivedAction;
  "operation_log.details": StoredObject;
  "pin.meta": Record<string, string>;
  "pin.origins": string[];
  "project.environment": NonNullable<Project["env"]>;
  "project.node_version": NonNullable<Project["nodeVersion"]>;
  "project.platform": Project["platform"];
  "project.template_values": TemplateValues;
  "purchase.resource": PurchaseType;
  "quest.fact": RewardFact;
  "resource_price.resource": MeteredResource;
  "rollup.da_layer": RollupChoice["daLayer"];
  "rollup.framework": RollupChoice["framework"];
  "rollup.network": RollupChoice["network"];
  "rollup.purchase_plan": RollupPlan;
  "rollup.settlement": RollupChoice["settlement"];
  "rollup.status": RollupStatus;
  "rollup_chain.addresses": Record<string, string>;
  "rpc_filter.criteria": StoredObject;
  "rpc_filter.seen": readonly string[];
  "rpc_key.allow": RpcKeyRules["allow"];
  "service_alert.kind": ServiceAlertKind;
  "service_day.day": string;
  "service_outcome.service": WatchedService;
  "signing_key.private_jwk": JsonWebKey;
  "site_salt.day": string;
  "site_top.day": string;
  "site_visitor.day": string;
  "storage_change.resource": "IPFS_STORAGE" | "AR_STORAGE";
  "usage_bucket.resource": MeteredResource;
  "usage_bucket.service": BilledService | "";
  "voucher.gives": VoucherGift;
  "webhook.events": WebhookEvent[];
  "zksync_transaction.op": Record<string, unknown>;
}

export type Tables = {
  [T in keyof Columns]: {
    [C in keyof Columns[T]]: `${T}.${C & string}` extends keyof ColumnTypes
      ? Specific<Columns[T][C], ColumnTypes[`${T}.${C & string}`]>
      : Columns[T][C];
  };
};

/** A row as queries return it. */
export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;

/** A column's type, with `V` as the type of its values. */
type Specific<C, V> =
  C extends ColumnType<infer S, infer I, infer U>
    ? unknown extends S
      ? ColumnType<V, I, U>
      : ColumnType<Replaced<S, V>, Replaced<I, V>, Replaced<U, V>>
    : Replaced<C, V>;
type Replaced<T, V> = T extends null | undefined ? T : V;

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> = T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : never;
type Int8 = ColumnType<bigint, bigint | number, bigint | number>;
type Decimal = ColumnType<string, string | bigint, string | bigint>;
type Day = Date;
/** Written as JSON text or as an object; the driver writes an array as a PostgreSQL array. */
type Json = ColumnType<unknown, string | StoredObject, string | StoredObject>;

export interface Columns {
  access_key: {
    access_key: string;
    team_id: string;
    person_id: string;
    kind: "SERVICE" | "MASTER" | "SESSION";
    name: string;
    /** Encrypted, not hashed: verifying a signature needs the secret. */
    secret: Buffer;
    /** SHA-256 of a session's token. */
    token_hash: Buffer | null;
    /** Empty for all buckets. */
    buckets: string[];
    prefixes: string[];
    permissions: string[];
    expires_at: Date | null;
    used_at: Date | null;
    created_at: Generated<Date>;
    /** The only object readable with a share link. */
    object_key: string | null;
    session_id: string | null;
  };
  acme_account: {
    directory_url: string;
    /** Sealed, base64. */
    private_key: string;
  };
  /** Responses for /.well-known/acme-challenge/<token>, shared by all processes. */
  acme_challenge: {
    token: string;
    key_authorization: string;
    created_at: Generated<Date>;
  };
  /** Users with a confirmed registration. */
  activation: {
    person_id: string;
    /** The event that proves it. */
    event_id: string;
    chain: string;
    tx_hash: string;
    /** The registered address, checksummed. */
    wallet: string;
    created_at: Generated<Date>;
  };
  ai_call: {
    /** Also the ID of the hold in the ledger, unless free. */
    id: string;
    key_id: string;
    model: string;
    /** Maximum cost, held while it is open. */
    held: Decimal;
    outcome: Generated<"open" | "done" | "broken" | "failed">;
    input_tokens: Generated<Int8>;
    output_tokens: Generated<Int8>;
    cost: Generated<Decimal>;
    first_token_ms: number | null;
    speed: number | null;
    created_at: Generated<Date>;
    /** When an open request is given up. */
    expires_at: Date;
  };
  ai_key: {
    id: string;
    team_id: string;
    name: string;
    /** SHA-256 of the key; the key itself is shown once and not stored. */
    hash: Buffer;
    /** The first characters, which identify the key to its owner. */
    hint: string;
    is_active: Generated<boolean>;
    /** LAND×1e18. */
    limit_month: Decimal | null;
    limit_week: Decimal | null;
    limit_day: Decimal | null;
    /** Empty for all models. */
    models: Generated<string[]>;
    /** The internal key of dashboard requests: its secret is unknown, no list shows it, and a team has at most one. */
    is_playground: Generated<boolean>;
    created_at: Generated<Date>;
  };
  /** Daily cost (UTC) of a key's requests. */
  ai_key_day: {
    key_id: string;
    day: Day;
    land: Decimal;
  };
  allowance_grant: {
    id: string;
    team_id: string;
    package: "TRIAL" | "FREE" | "STANDARD" | "BONUS" | "VOUCHER" | "PURCHASE";
    resource: string;
    amount: Int8;
    starts_at: Date;
    ends_at: Date | null;
    /** Consumed and settled amount. */
    consumed: Generated<Int8>;
  };
  /** A team below its threshold of a resource or LAND, already notified. Deleted once it recovers. */
  allowance_low: {
    team_id: string;
    resource: string;
    since: Generated<Date>;
  };
  arweave_block: {
    height: Int8;
    /** base64url of 48 bytes. */
    id: string;
    created_at: Generated<Date>;
  };
  /** A bucket that syncs to Arweave. It is closing until its last queued object is uploaded or has failed. */
  arweave_bucket: {
    bucket_id: string;
    team_id: string;
    name: string;
    state: "on" | "closing";
    /** Existing objects up to this key are queued; null when all are. */
    scanned_key: string | null;
  };
  arweave_chunk: {
    data_root: string;
    /** Offset of the chunk's end. */
    ends_at: Int8;
    bytes: Buffer;
  };
  /** One file on Arweave. Identical bytes of the same type are stored once for all teams. */
  arweave_item: {
    id: string;
    /** CID of the file; for generated data, "sha256:" and its hash. */
    source: string;
    content_type: string;
    size_bytes: Int8;
    inline: Buffer | null;
    /** Requested by a deployment: uploaded even if no object references it. */
    kept: boolean;
    /** Set once signed. */
    arweave_id: string | null;
    upload_id: string | null;
    state: "waiting" | "sent" | "confirmed" | "failure" | "timeout";
    reason: string | null;
    /** The team whose allowance it uses; null for free items. */
    charged_team_id: string | null;
    next_at: Generated<Date>;
    deadline: Date;
    confirmed_at: Date | null;
    created_at: Generated<Date>;
  };
  /** Freehold's key, encrypted. */
  arweave_key: {
    only_one: Generated<boolean>;
    sealed: Buffer;
  };
  /** A version of an object that is stored on Arweave, or queued for it. Outlives the object. */
  arweave_object: {
    id: string;
    team_id: string;
    bucket_id: string;
    bucket: string;
    key: string;
    cid: string;
    content_type: string;
    size_bytes: Int8;
    /** null until the allowance is checked. */
    item_id: string | null;
    state: "syncing" | "synced" | "timeout" | "failure";
    reason: string | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  arweave_tag: {
    transaction_id: string;
    name: string;
    value: string;
  };
  arweave_transaction: {
    id: string;
    /** Arrival order; a bundle item follows its bundle. */
    seq: GeneratedAlways<Int8>;
    /** The transaction that contains this item. */
    bundle_id: string | null;
    owner_address: string;
    /** The response of GET /tx/{id}; for an item, the fields that it has. */
    header: Json;
    data_root: string;
    data_size: Int8;
    /** Binary CID of the file in the block store, once the data is complete; for an item, the bundle's. */
    data_cid: Buffer | null;
    /** Offset of the data in that file. */
    data_offset: Generated<Int8>;
    /** Block height; null until the transaction is mined. */
    height: Int8 | null;
    created_at: Generated<Date>;
  };
  /** A signed transaction, stored before it is first posted, so a crash never signs it twice. */
  arweave_upload: {
    /** Transaction ID on Arweave. */
    id: string;
    header: Json;
    /** A bundle's bytes, until it is confirmed. Without a bundle, the data is the file `cid` in the block store. */
    bundle: Buffer | null;
    cid: string | null;
    size_bytes: Int8;
    posted_at: Date | null;
    attempts: Generated<number>;
    next_at: Generated<Date>;
    /** Whether it is unconfirmed and still processed. */
    is_open: Generated<boolean>;
    created_at: Generated<Date>;
  };
  arweave_wallet: {
    address: string;
    winston: Decimal;
    last_tx: Generated<string>;
  };
  /** One row that identifies the indexed documentation. */
  assistant_index: {
    is_only: Generated<boolean>;
    hash: string;
  };
  assistant_passage: {
    /** Its position in the documentation. */
    id: number;
    document: string;
    title: string;
    anchor: string;
    heading: string;
    text: string;
    /** Weight of its words: prose for users is higher than tables and decision records. */
    weight: number;
    /** tsvector: words of the heading have weight A, of the title B, of the text D. */
    terms: string;
  };
  auth_token: {
    id: string;
    team_id: string;
    person_id: string;
    name: string;
    /** SHA-256 of the token; the token itself is shown once and never stored. */
    hash: Buffer;
    used_at: Date | null;
    created_at: Generated<Date>;
    /** What it grants: repositories and deployments, or private gateways. */
    purpose: Generated<"deploy" | "gateway">;
  };
  /** A new image has a new id, so an image URL never changes its content. */
  avatar: {
    id: string;
    person_id: string;
    type: string;
    bytes: Buffer;
    created_at: Generated<Date>;
  };
  backup: {
    name: string;
    started_at: Generated<Date>;
    ended_at: Date | null;
    blobs: Int8 | null;
    new_bytes: Int8 | null;
    total_bytes: Int8 | null;
    error: string | null;
  };
  /** A team's low-allowance alert settings. */
  balance_alert: {
    team_id: string;
    active: boolean;
    percent_left: number;
    /** LAND ×1e18; null turns the balance alert off. */
    land_left: Decimal | null;
  };
  blob: {
    id: string;
    size_bytes: Int8;
    block_count: number;
    created_at: Generated<Date>;
    /** Time of the last verification, whatever its result. */
    verified_at: Generated<Date>;
    /** Time since which bytes are known to be missing or wrong. */
    damaged_at: Date | null;
    /** Verification lock: expires at this time. */
    checking_until: Date | null;
  };
  block: {
    /** Binary CIDv1. */
    cid: Buffer;
    blob_id: string;
    /** Offset in the blob's file, unless the block's `bytes` are set. */
    offset_bytes: Int8;
    length_bytes: number;
    bytes: Buffer | null;
    /** Length of a UnixFS file laid out by other software. */
    file_bytes: Int8 | null;
  };
  /** Amounts in millionths; times in Unix seconds. */
  boost_airdrop: {
    id: string;
    name: string;
    total: Decimal;
    snapshot_at: Int8;
    /** When the shares were calculated. Later airdrops are separate. */
    frozen_at: Int8 | null;
    /** Sum of the shares: the total minus what rounding down leaves. */
    shared: Generated<Decimal>;
    created_at: Generated<Date>;
  };
  boost_airdrop_share: {
    airdrop_id: string;
    node_id: string;
    /** Micro-points at the snapshot. */
    points: Decimal;
    share: Decimal;
    /** Time and wallet of the last payout. */
    paid_at: Date | null;
    paid_to: string | null;
    /** Paid part of the share. */
    paid: Generated<Decimal>;
  };
  /** An issued puzzle, deleted once solved. Unix seconds. */
  boost_captcha: {
    id: string;
    node_id: string;
    salt: string;
    bits: number;
    expired_at: Int8;
  };
  boost_exchange: {
    node_id: string;
    exchange: string;
    uid: string;
    address: string;
    status: Generated<"PENDING" | "APPROVED" | "REFUSED">;
    note: string | null;
    named_at: Generated<Date>;
  };
  boost_exploration: {
    id: string;
    node_id: string;
    explored_id: string;
    /** The share that can be collected. */
    per_mille: number;
    /** Micro-points: upper limit of the collected amount. */
    found: Decimal;
    created_at: Int8;
    expired_at: Int8;
    collected_at: Int8 | null;
  };
  /** Wrong words and codes per day. */
  boost_guess: {
    node_id: string;
    day: number;
    wrong: number;
  };
  /** Earnings in the units of resources/boost/nodes/points.ts: micro-points, grains, thousandths, Unix seconds. */
  boost_node: {
    id: string;
    person_id: string;
    origin: "web" | "tg";
    inviter_id: string | null;
    /** JSON. */
    base_rate: Json;
    boosts: Generated<Json>;
    rate_buff: Generated<number>;
    /** Micro-points. */
    capacity: Decimal;
    /** Grains. */
    computed: Generated<Decimal>;
    compute_timestamp: Int8;
    protect_expired_at: Generated<Int8>;
    /** Micro-points: always the sum of the node's rows in `boost_point`. */
    total: Generated<Decimal>;
    /** Micro-points others took since the last collect. */
    lost: Generated<Decimal>;
    /** UTC day, in days since 1970, of `explore_used`. */
    explore_day: Generated<number>;
    explore_used: Generated<number>;
    /** Purchased, unused explorations. */
    explore_bought: Generated<number>;
    /** JSON: what the user had done before joining Boost. */
    pre_activities: Generated<Json>;
    created_at: Generated<Date>;
    /** UTC day of the last collect with points, in days since 1970, and the number of such days. */
    collect_day: Generated<number>;
    collect_days: Generated<number>;
    /** Unix seconds from which the node counts as an invitee for milestones, spins and airdrop shares. */
    counted_at: Int8 | null;
    /** Whether counting it gives the inviter a spin. */
    brings_spin: Generated<boolean>;
    /** Number of the week of `week_points`: see boost/weeks.ts. */
    week: Generated<number>;
    /** Micro-points gained in that week. */
    week_points: Generated<Decimal>;
  };
  /** Pending reports to the partner, deleted once sent. */
  boost_partner_report: {
    id: string;
    path: string;
    /** JSON as sent. */
    body: string;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  /** Users from the advertising partner, known there by their messaging-app id. */
  boost_partner_user: {
    node_id: string;
    telegram_user_id: string;
    converted_at: Date | null;
  };
  /** Every change of a node's points, kept forever. */
  boost_point: {
    id: GeneratedAlways<Int8>;
    node_id: string;
    kind: string;
    /** Micro-points. */
    amount: Decimal;
    /** A note that doesn't change the total: finds by others, or uncollected points they took. */
    is_note: Generated<boolean>;
    name: string | null;
    /** The other node of an exploration, or the invitee. */
    explorer_id: string | null;
    created_at: Generated<Date>;
  };
  /** Micro-points and millionths of a dollar: per node, in total, and given so far. Zero per node means no reward of that kind. */
  boost_project: {
    id: string;
    name: string;
    description: string;
    logo: string | null;
    link: string | null;
    starts_at: Int8;
    ends_at: Int8;
    least_points: Generated<Decimal>;
    points_each: Generated<Decimal>;
    points_pot: Generated<Decimal>;
    points_given: Generated<Decimal>;
    usd_each: Generated<Decimal>;
    usd_pot: Generated<Decimal>;
    usd_given: Generated<Decimal>;
    created_at: Generated<Date>;
  };
  boost_project_claim: {
    project_id: string;
    node_id: string;
    kind: "POINTS" | "USDT";
    amount: Decimal;
    claimed_at: Int8;
  };
  boost_round: {
    id: string;
    node_id: string;
    /** Unix seconds. */
    starts_at: Int8;
    /** Used spins of the round. */
    spins: Generated<number>;
    /** Millionths of a dollar not yet in the balance. */
    cash: Generated<Decimal>;
  };
  boost_sign: {
    node_id: string;
    /** Whole UTC days since 1970. */
    day: number;
    /** Consecutive days, including this one. */
    run: number;
    with_land: boolean;
  };
  boost_spin: {
    id: GeneratedAlways<Int8>;
    node_id: string;
    round_id: string;
    number: number;
    reward_type: string;
    /** Micro-points, or millionths of a dollar. */
    amount: Decimal;
    seed: string;
    luck: string;
    created_at: Generated<Date>;
    /** The node and number that decided the spin, for a merged node. */
    proof_node: string | null;
    proof_number: number | null;
  };
  boost_spinner: {
    node_id: string;
    /** Extra spins for invitees and tasks. They don't end with a round. */
    granted: Generated<number>;
    /** Number of spins so far, and so of the next one. */
    spins: Generated<number>;
    /** Decides the next spin and is revealed after it: 64 hexadecimal digits. */
    seed: string;
    /** The running round, or the last one. */
    round_id: string | null;
  };
  boost_stage: {
    node_id: string;
    stage: "storage" | "compute" | "network";
    opened_at: Generated<Date>;
  };
  /** What a wallet had at a block. A wallet counts for one node only: its address is the key. */
  boost_stake: {
    /** Checksummed. */
    address: string;
    node_id: string;
    /** Tokens ×1e18. */
    staked: Decimal;
    held: Decimal;
    /** JSON: ids of staked NFTs. */
    nfts: Json;
    block_number: Int8;
    read_at: Date;
    /** Read on the local devnet, whose tokens come free from its faucet. */
    embedded: Generated<boolean>;
  };
  /** The last confirmed block scanned for stakes and transfers. */
  boost_stake_cursor: {
    chain: string;
    next_block: Int8;
  };
  /** Tasks added by operators. */
  boost_task: {
    id: string;
    task_group: string;
    name: string;
    description: string;
    icon: string;
    press: string;
    link: string | null;
    proof: string;
    goal: number;
    wait_seconds: number;
    reward_kind: "points" | "rate" | "spin";
    reward_amount: number;
    kind: string;
    /** A word's salted hash, or the encrypted secret of a partner's codes. */
    secret: Buffer | null;
    /** For LISTED: lowercase allowed addresses. */
    addresses: string[] | null;
    starts_at: Int8 | null;
    ends_at: Int8 | null;
    created_at: Generated<Date>;
    /** For MEMBER: the group or channel, as @name or id. */
    chat: string | null;
  };
  /** A node's state of a task; daily tasks have one per period. */
  boost_task_state: {
    node_id: string;
    /** The name, for a built-in task. */
    task_id: string;
    period: number;
    opened_at: Int8 | null;
    claimed_at: Int8 | null;
  };
  boost_token: {
    /** SHA-256. */
    hash: Buffer;
    node_id: string;
    /** The session; the token ends with it. */
    session_id: string | null;
    expires_at: Date;
  };
  boost_usdt: {
    id: GeneratedAlways<Int8>;
    node_id: string;
    kind: string;
    amount: Decimal;
    project_id: string | null;
    withdrawal_id: string | null;
    created_at: Generated<Date>;
  };
  /** Amounts in millionths of a dollar. */
  boost_usdt_balance: {
    node_id: string;
    /** Always the sum of the node's rows in `boost_usdt`. */
    amount: Decimal;
  };
  /** Withdrawals of USDT in toncoin. */
  boost_withdrawal: {
    id: string;
    node_id: string;
    /** Millionths of a dollar. */
    amount: Decimal;
    /** The address as entered. */
    address: string;
    /** The same, raw: workchain and 64 hexadecimal digits. */
    account: string;
    status: "PENDING" | "REVIEW" | "SENT" | "REFUSED";
    /** The review or pending reason. */
    reason: string | null;
    /** The operator's note on a refusal. */
    note: string | null;
    created_at: Date;
    decided_at: Date | null;
    /** The last signed payment, stored before it is sent: nanotons, payer wallet, sequence number, Unix seconds. */
    nano: Decimal | null;
    wallet: string | null;
    seqno: Int8 | null;
    valid_until: Int8 | null;
    boc: Buffer | null;
    /** Of the wallet's transaction that paid. */
    tx_hash: string | null;
    sent_at: Date | null;
  };
  bot_invoice: {
    /** Last part of the link. */
    slug: string;
    title: string;
    description: string;
    /** The bot's payload, returned with the payment. */
    payload: string;
    stars: number;
    created_at: Generated<Date>;
  };
  /** The fake bot's token and webhook. */
  bot_key: {
    only_one: Generated<boolean>;
    sealed: Buffer;
    webhook_url: string | null;
    webhook_secret: string | null;
  };
  /** Messages of private chats, from users and the bot. */
  bot_message: {
    id: GeneratedAlways<Int8>;
    chat_id: Int8;
    content: Json;
    created_at: Generated<Date>;
  };
  bot_payment: {
    /** ID of the pre-checkout query. */
    id: string;
    slug: string;
    charge_id: string;
    payer: Json;
    status: "ASKED" | "ACCEPTED" | "REFUSED" | "PAID" | "REFUNDED";
    reason: string | null;
    created_at: Generated<Date>;
  };
  /** Updates not yet delivered to the bot. */
  bot_update: {
    id: GeneratedAlways<Int8>;
    content: Json;
    attempts: Generated<number>;
    next_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  bucket: {
    id: string;
    team_id: string;
    name: string;
    cors: Json | null;
    policy: string | null;
    arweave_sync: Generated<boolean>;
    /** Exact: updated in the transactions that change objects. */
    object_count: Generated<Int8>;
    size_bytes: Generated<Int8>;
    created_at: Generated<Date>;
    visibility: Generated<"private" | "public">;
    versioning: "Enabled" | "Suspended" | null;
    version_count: Generated<Int8>;
    object_lock: Json | null;
    lifecycle: Json | null;
    lifecycle_ran_at: Date | null;
  };
  /** A selection of files that the token holder can download once. */
  bucket_download: {
    /** SHA-256. */
    token_hash: Buffer;
    bucket_id: string;
    selection: Json;
    format: string;
    expires_at: Date;
    /** Root of a CAR download; kept until it is sent. */
    root: Buffer | null;
    person_id: string | null;
  };
  /** A bucket's counters after the last change of an hour. */
  bucket_hour: {
    bucket_id: string;
    hour: Date;
    object_count: Int8;
    size_bytes: Int8;
  };
  bucket_object: {
    bucket_id: string;
    key: string;
    /** Binary CIDv1 of a root. */
    cid: Buffer;
    size_bytes: Int8;
    etag: string;
    attributes: Json;
    checks: Json;
    modified_at: Date;
    version_id: string | null;
    lock: Json | null;
  };
  bucket_part: {
    upload_id: string;
    number: number;
    /** ID of the staging file with the part's bytes. */
    file_id: string;
    size_bytes: Int8;
    etag: string;
    checksums: Json;
    modified_at: Date;
  };
  /** A folder deletion, running or ended. */
  bucket_removal: {
    id: string;
    team_id: string;
    bucket_id: string;
    bucket_name: string;
    prefix: string;
    state: string;
    /** Number of files at the start; `removed` is the number deleted so far. */
    total: Int8;
    removed: Generated<Int8>;
    /** Newer files are not deleted. */
    created_at: Generated<Date>;
    ended_at: Date | null;
    with_versions: Generated<boolean>;
  };
  bucket_upload: {
    /** UUIDv7: IDs sort by creation time. */
    id: string;
    bucket_id: string;
    key: string;
    attributes: Json;
    checksum_algorithm: string | null;
    checksum_type: string | null;
    /** The completed object. */
    completed: Json | null;
    created_at: Date;
    touched_at: Date;
    lock: Json | null;
  };
  bucket_version: {
    bucket_id: string;
    key: string;
    number: GeneratedAlways<Int8>;
    version_id: string;
    cid: Buffer | null;
    size_bytes: Generated<Int8>;
    etag: Generated<string>;
    attributes: Generated<Json>;
    checks: Generated<Json>;
    lock: Json | null;
    modified_at: Date;
  };
  budget: {
    team_id: string;
    land: Decimal;
    notified_month: Date | null;
    notified_percent: number | null;
  };
  call_count: {
    call: string;
    caller: string;
    calls: number;
    ends_at: Date;
    granted: Generated<number>;
    most: Generated<number>;
  };
  /** A host name's certificate and its next order. */
  certificate: {
    name: string;
    /** PEM, leaf certificate first. null, like the key, until the first certificate is issued. */
    chain: string | null;
    /** Sealed, base64. */
    private_key: string | null;
    expires_at: Date | null;
    /** Failed orders since the last certificate. */
    failures: Generated<number>;
    message: string | null;
    /** Time of the next order. */
    next_at: Generated<Date>;
  };
  /** The newest blocks read: their hashes reveal reorganizations. */
  chain_block: {
    chain: string;
    number: Int8;
    hash: string;
  };
  /** Read position of a chain. Updates lock its row and state the expected position. */
  chain_cursor: {
    chain: string;
    next_block: Int8;
  };
  /** An event of our contracts, identified by its transaction and its index among our events there. */
  chain_event: {
    id: string;
    chain: string;
    tx_hash: string;
    position: number;
    kind: "MINT" | "PURCHASE" | "REGISTER";
    block_number: Int8;
    block_hash: string;
    /** By name, as the contract emitted them: addresses and bytes as hex, numbers as decimals. */
    fields: Json;
    status: "SEEN" | "ORPHANED" | "SETTLED" | "REVERSED";
    /** Number of previous reversals. */
    round: Generated<number>;
    seen_at: Generated<Date>;
    settled_at: Date | null;
  };
  /** Chain events reported by browsers; no decision depends on them. */
  chain_report: {
    id: string;
    person_id: string | null;
    kind: "ERROR" | "RECHARGE";
    chain: string | null;
    content: Json;
    created_at: Generated<Date>;
  };
  /** One subject's usage in an hour and its payment: the rows of statements and charts. */
  charge: {
    team_id: string;
    resource: string;
    hour: Date;
    /** 0, or the number of the later settlement that found more usage in the same hour. */
    part: number;
    subject: string;
    service: string;
    /** Bytes, seconds, units; for IPFS_STORAGE, bytes × microseconds. */
    amount: Decimal;
    from_grants: Decimal;
    /** ×1e18. */
    land: Decimal;
    price_version: Int8;
    /** One for all subjects; null if grants paid for everything. */
    transfer_id: string | null;
    created_at: Generated<Date>;
  };
  code_host_account: {
    person_id: string;
    external_id: string;
    login: string;
    sealed_token: Buffer;
    created_at: Generated<Date>;
  };
  /** An account used to sign in that is not linked yet. */
  code_host_detected: {
    /** SHA-256 of GitHub's code for the browser. */
    code_hash: Buffer;
    browser_hash: Buffer;
    external_id: string;
    login: string;
    sealed_token: Buffer;
    expires_at: Date;
  };
  /** A push webhook registered at GitHub. */
  code_host_hook: {
    repository_id: string;
    /** User whose account created it. */
    person_id: string;
    sealed_secret: Buffer;
    /** GitHub's ID; null until GitHub has confirmed it. */
    hook_id: string | null;
    created_at: Generated<Date>;
  };
  /** A pending OAuth request. */
  code_host_request: {
    state_hash: Buffer;
    /** User who links an account; null for a sign-in. */
    person_id: string | null;
    sealed_verifier: Buffer;
    redirect_uri: string;
    return_to: string;
    expires_at: Date;
    /** SHA-256 of the browser's secret; null if only the user may return. */
    browser_hash: Buffer | null;
  };
  denylist: {
    source: string;
    name: string;
    content: string;
    sha256: Buffer;
  };
  denylist_version: {
    only_row: Generated<boolean>;
    version: Int8;
  };
  /** Only the hash of a hook's secret is stored. */
  deploy_hook: {
    id: string;
    project_id: string;
    team_id: string;
    name: string;
    branch: string;
    hash: Buffer;
    used_at: Date | null;
    created_at: Generated<Date>;
  };
  deployment: {
    id: string;
    /** Order in the queue and among a project's deployments, and key of the log. */
    number: GeneratedAlways<Int8>;
    project_id: string;
    team_id: string;
    lane: "publish" | "build";
    state: Generated<"queued" | "pending" | "running" | "syncing" | "success" | "failure" | "timeout" | "cancelled">;
    trigger: "upload" | "push" | "redeploy" | "person" | "hook" | "hash" | "ipns" | "template" | "cli";
    upload_id: string | null;
    branch: string | null;
    commit_hash: string | null;
    message: string | null;
    author: string | null;
    /** The published root; for a queued redeploy the root to publish again. */
    cid: string | null;
    file_count: number | null;
    size_bytes: Int8 | null;
    /** Counts how often a worker claimed it; lines of older attempts are refused. */
    attempt: Generated<number>;
    worker: string | null;
    seen_at: Date | null;
    cancel_requested: Generated<boolean>;
    error_message: string | null;
    log_lines: Generated<number>;
    build_seconds: Generated<number>;
    created_at: Generated<Date>;
    started_at: Date | null;
    ended_at: Date | null;
    /** The branch preview it deploys to; null for the project's site. */
    preview_id: string | null;
    /** Written as JSON text when a worker claims it. */
    settings: Json | null;
    platform: Generated<string>;
    /** Result of a platform other than IPFS: canister, bucket, object, transaction. Written as JSON text. */
    platform_result: Json | null;
    started_by: Json | null;
  };
  deployment_log: {
    deployment: Int8;
    seq: number;
    logged_at: Date;
    content: string;
  };
  /** A LAND payment. Amounts ×1e18, also of coins with other decimals. */
  deposit: {
    id: string;
    /** Key of a chain, or the name of another network. */
    network: string;
    tx_hash: string;
    /** The receiving account: 32 bytes in hex. */
    account: string;
    /** null while the account is unknown. */
    team_id: string | null;
    /** Symbol of the coin; "USD" for the stablecoin, an address for any other. */
    coin: string;
    coin_amount: Decimal;
    usd: Decimal;
    land: Decimal;
    status: "PENDING" | "DROPPED" | "CREDITED" | "SUSPENSE" | "REVERSED";
    /** Number of previous reversals. */
    round: Generated<number>;
    created_at: Generated<Date>;
    credited_at: Date | null;
  };
  domain: {
    id: string;
    team_id: string;
    /** Lowercase punycode; can begin with "*.". */
    name: string;
    /** The TXT record that verifies the name. A team's names below one bare name share it. */
    proof_name: string;
    proof_value: string;
    /** At most one row of a name is valid: the served one. */
    state: Generated<"pending" | "valid" | "invalid">;
    /** Problem found by the last check. */
    message: string | null;
    redirect_to: string | null;
    redirect_code: 301 | 302 | null;
    /** Failed lookups since the domain was added or lost. Decides the delay until the next check. */
    checks: Generated<number>;
    /** Consecutive checks in which a valid name did not point here. */
    misses: Generated<number>;
    checked_at: Date | null;
    next_check_at: Generated<Date>;
    created_at: Generated<Date>;
    /** The target. A trigger deletes the row with it. */
    target_kind: Generated<string>;
    target_id: string;
  };
  /** A single row with a version that triggers increment when served domains can change. */
  domain_version: {
    only_row: Generated<boolean>;
    version: Int8;
  };
  dunning: {
    team_id: string;
    began_at: Date;
  };
  /** A stage that a team was notified of. Deleted once it is over. */
  dunning_notice: {
    team_id: string;
    /** Start of the dunning it belongs to. */
    began_at: Date;
    step: "refused" | "unserved" | "overdue";
    /** The owner's notice. */
    notice_id: string;
    told_at: Generated<Date>;
  };
  duty: {
    name: string;
    scope: "cluster" | "process";
    every: string;
    next_at: Generated<Date>;
    is_woken: Generated<boolean>;
    holder: string | null;
    lease_until: Date | null;
    started_at: Date | null;
    last_ms: number | null;
    last_error: string | null;
    runs: Generated<Int8>;
    failures: Generated<Int8>;
  };
  /** A user's confirmed address, lowercase and unique. */
  email: {
    person_id: string;
    address: string;
    confirmed_at: Generated<Date>;
  };
  /** A pending address, with the hash of its code. */
  email_request: {
    person_id: string;
    address: string;
    hash: Buffer;
    tries: Generated<number>;
    sent_at: Generated<Date>;
    expires_at: Date;
  };
  /** Each email with a code in the last hour, so that no mailbox is flooded. */
  email_sending: {
    person_id: string;
    address: string;
    sent_at: Generated<Date>;
  };
  /** Why a session ended, kept as long as its access tokens: also for deleted users. */
  ended_session: {
    id: string;
    reason: string;
    expires_at: Date;
  };
  /** History of a local chain: the content of each block. The chain's state follows from it. */
  evm_block: {
    chain: string;
    /** From 1, without gaps; the genesis block follows from the settings. */
    number: number;
    /** Unix seconds. */
    timestamp: Int8;
    /** Signed, in the order in which the node executes them. */
    transactions: Buffer[];
    /** Block hash from the node; null until a node has created the block. */
    hash: string | null;
  };
  /** The secret of Freehold's account keys, with their public data. */
  evm_key: {
    only_one: Generated<boolean>;
    /** Unix seconds; the time of every chain's genesis block. */
    genesis_at: Int8;
    addresses: Json;
    sealed: Buffer;
  };
  /** An accepted transaction that is not in a block yet. */
  evm_pending: {
    chain: string;
    sender: string;
    nonce: Int8;
    /** Order of acceptance. */
    seq: Generated<Int8>;
    hash: string;
    gas_limit: Int8;
    raw: Buffer;
    created_at: Generated<Date>;
  };
  /** A file of more than one leaf, or an inner node of one, with contiguous leaves. */
  extent: {
    cid: Buffer;
    blob_id: string;
    offset_bytes: Int8;
    size_bytes: Int8;
  };
  faucet_gift: {
    /** Whole UTC days since 1970. */
    day: number;
    receiver: string;
    gifts: number;
  };
  feedback: {
    id: string;
    person_id: string;
    /** Idempotency key of the request. */
    key: string | null;
    feedback_type: string;
    email: string;
    eth_address: string | null;
    description: string;
    answered_at: Date | null;
    created_at: Generated<Date>;
  };
  feedback_image: {
    feedback_id: string;
    position: number;
    type: string;
    bytes: Buffer;
  };
  /** A team's first deposit and its points. */
  first_deposit: {
    team_id: string;
    deposit_id: string;
    points: number;
    created_at: Generated<Date>;
  };
  gateway: {
    id: string;
    team_id: string;
    /** Host label, unique on the instance. */
    name: string;
    scope: "public" | "private";
    /** Content path of the page at "/"; "" for none. */
    index_page: Generated<string>;
    /** Allowed origins; empty for all. */
    origins: Generated<string[]>;
    allows_blank_origin: Generated<boolean>;
    /** Allowed user agents; empty for all. */
    user_agents: Generated<string[]>;
    /** Requests per minute, in total; `requests_per_address` is the limit per address. 0 is unlimited. */
    requests_per_minute: Generated<number>;
    requests_per_address: Generated<number>;
    created_at: Generated<Date>;
  };
  /** Traffic of a gateway in an hour. */
  gateway_hour: {
    gateway_id: string;
    hour: Date;
    requests: Int8;
    bytes: Int8;
  };
  /** Most frequent CIDs, referrers, clients and statuses of a day. */
  gateway_top: {
    gateway_id: string;
    /** UTC date, such as 2026-01-31. */
    day: Day;
    kind: "cid" | "referer" | "agent" | "status";
    value: string;
    requests: Int8;
    bytes: Int8;
  };
  /** A pack of a hosted repository. */
  git_pack: {
    repository_id: string;
    /** Git's name of the pack: pack-<hash>.pack. */
    hash: string;
    blob_id: string;
    size_bytes: Int8;
  };
  /** A reference of a hosted repository. */
  git_ref: {
    repository_id: string;
    name: string;
    hash: string;
  };
  /** State of a hosted repository. */
  git_repository: {
    repository_id: string;
    /** Incremented with each change of references or packs. */
    version: Generated<Int8>;
    /** Incremented when objects were dropped. */
    generation: Generated<Int8>;
    pack_count: Generated<number>;
    size_bytes: Generated<Int8>;
    /** Version in which all objects were last packed into one pack, without unreachable ones. */
    packed_version: Generated<Int8>;
    packed_at: Generated<Date>;
  };
  /** Blobs of packs that no repository lists anymore, to be deleted. */
  git_unused_pack: {
    blob_id: string;
    since: Generated<Date>;
  };
  /** A root held by a team. It counts once, regardless of the number of objects, snapshots and pins that hold it. */
  holding: {
    team_id: string;
    cid: Buffer;
    holders: Int8;
    size_bytes: Int8;
  };
  /** Data left by deleted projects: roots of the block store and logs, cleared in the background. */
  hosting_discard: {
    kind: "root" | "log";
    /** CID of the root, or number of the deployment. */
    subject: string;
  };
  /** Targets of <label>.<CONTENT_DOMAIN>. */
  hostname: {
    label: string;
    kind: string;
    target_id: string;
    created_at: Generated<Date>;
  };
  /** A stored reply for repetitions of its request. It is encrypted with the idempotency key, which is not stored. */
  idempotent_reply: {
    scope: string;
    key_hash: Buffer;
    request_hash: Buffer;
    /** Null only within the transaction of the request. */
    sealed_reply: Buffer | null;
    expires_at: Date;
  };
  /** A single row, written at the first start. */
  instance: {
    is_only: Generated<boolean>;
    id: string;
    created_at: Generated<Date>;
    /** Number of blobs in the index at the last sweep. */
    swept_blobs: Generated<Int8>;
    /** Time since which sweeping is held because the index lost blobs. */
    sweep_held_at: Date | null;
    /** Time of the last notification to operators about damaged blobs. */
    damage_told_at: Date | null;
    backup_log_at: Date | null;
  };
  /** An invitation from its creation on; once accepted it represents the member. */
  invitation: {
    id: string;
    team_id: string;
    type: "WALLET" | "EMAIL" | "LINK";
    /** Checksummed address or lowercase email; empty for a link. */
    target: string;
    /** Code of the link <origin>/?inviteCode=<code>. */
    code: string;
    access: Generated<string[]>;
    levels: Generated<Json>;
    note: Generated<string>;
    status: "VALID" | "PENDING" | "REJECT" | "DISABLED";
    /** The user it was shown to, or who accepted it. */
    person_id: string | null;
    expires_at: Date;
    created_at: Generated<Date>;
    invited_by: string | null;
  };
  /** Emails of the last day. */
  invitation_letter: {
    team_id: string;
    recipient: string;
    sent_at: Generated<Date>;
  };
  /** A team's name with its current record. */
  ipns_name: {
    /** k51…: the public key as a CID in base36. */
    key: string;
    team_id: string;
    name: string;
    /** /ipfs/… or /ipns/… */
    value: string;
    /** The encrypted private key. */
    sealed_key: Buffer;
    lifetime_days: number;
    sequence: Decimal;
    record: Buffer;
    expires_at: Date;
    republish_at: Date;
    created_at: Date;
    updated_at: Generated<Date>;
  };
  /** The newest known record of a foreign name. */
  ipns_record: {
    key: string;
    record: Buffer;
    sequence: Decimal;
    expires_at: Date;
    /** When it was submitted or last fetched. */
    fetched_at: Date;
  };
  /** Result of a previous upload, reused if the team sends the same files. */
  known_upload: {
    team_id: string;
    digest: Buffer;
    cid: string;
    file_count: number;
    size_bytes: Int8;
    used_at: Generated<Date>;
  };
  ledger_account: {
    id: GeneratedAlways<Int8>;
    /** team:<id>, debt:<team id>, or the name of a system account. */
    code: string;
    team_id: string | null;
    unit: "LAND" | "POINT";
    /** Only for teams' accounts; others follow from the transfers. */
    balance: Generated<Decimal>;
    held: Generated<Decimal>;
    minimum: Decimal | null;
    created_at: Generated<Date>;
    /** Team that the account's team was merged into; its statement includes this history. */
    merged_into: string | null;
  };
  /** Written only by the database function ledger_move, and never changed. */
  ledger_transfer: {
    id: string;
    number: GeneratedAlways<Int8>;
    kind: "post" | "hold" | "capture" | "release";
    from_id: Int8;
    to_id: Int8;
    unit: string;
    amount: Decimal;
    hold_id: string | null;
    expires_at: Date | null;
    reason: string;
    ref: Json;
    /** Balance of a team's account afterwards. */
    from_balance: Decimal | null;
    to_balance: Decimal | null;
    created_at: Generated<Date>;
  };
  /** A user's email preferences, as JSON text. */
  letter_choice: {
    person_id: string;
    letters: Json;
  };
  /** An email, stored before it is sent. */
  mail: {
    id: string;
    recipient: string;
    subject: string;
    /** Plain text. */
    body: string;
    state: Generated<"waiting" | "sent" | "failed" | "kept">;
    problem: Generated<string>;
    created_at: Generated<Date>;
    sent_at: Date | null;
    attempts: Generated<number>;
    /** The user who entered the address; null for a confirmed address. */
    asked_by: string | null;
  };
  membership: {
    team_id: string;
    person_id: string;
    type: "INDIVIDUAL" | "COLLABORATION";
    status: Generated<"NORMAL" | "DISABLED">;
    access: Generated<string[]>;
    /** Tokens with another version are invalid. */
    token_version: Generated<number>;
    created_at: Generated<Date>;
    levels: Generated<Json>;
  };
  /** A user whose account was merged into another one. Chains and shared links still refer to the old account. */
  merged_person: {
    id: string;
    person_id: string;
    invite_code: string | null;
    merged_at: Generated<Date>;
  };
  /** A user who allows bot messages: started the bot and has not stopped it. */
  messaging_chat: {
    user_id: Int8;
    /** Stopped by /stop. */
    stopped_at: Date | null;
    /** The user blocked the bot, according to the messaging app. */
    blocked_at: Date | null;
    created_at: Generated<Date>;
  };
  /** A messaging-app id created by a user of the emulator. */
  messaging_emulated: {
    user_id: Int8;
    person_id: string;
    created_at: Generated<Date>;
  };
  /** A bot message, once per key. */
  messaging_letter: {
    key: string;
    user_id: Int8;
    content: Json;
    state: Generated<"WAITING" | "SENT" | "FAILED">;
    attempts: Generated<number>;
    next_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  /** The advertising partner's campaigns through which a user came. */
  messaging_start: {
    person_id: string;
    partner: Json;
    created_at: Generated<Date>;
  };
  /** SHA-256 of used init data, until it expires. */
  messaging_used: {
    hash: Buffer;
    expires_at: Date;
  };
  /** How far an account's transactions were scanned. */
  mini_cursor: {
    address: string;
    /** Logical time. */
    lt: Decimal;
  };
  /** An order of LAND. LAND and dollars ×1e18. */
  mini_order: {
    id: string;
    person_id: string;
    /** The user's euid, which is credited. */
    account: string;
    asset: "TON" | "STAR";
    land: Decimal;
    /** Price in dollars. */
    usd: Decimal;
    /** Nanotons or Stars. */
    amount: Decimal;
    destination: string | null;
    invoice_link: string | null;
    status: "WAITING" | "PAID" | "REFUNDED";
    valid_until: Date;
    created_at: Generated<Date>;
    /** Transaction hash or the messaging app's charge id. */
    payment: string | null;
    /** Address or the user's messaging-app id. */
    payer: string | null;
    paid_at: Date | null;
  };
  model: {
    id: string;
    kind: "CATALOG" | "FILE" | "SERVER";
    name: string;
    address: string;
    sealed_key: Buffer | null;
    is_free: Generated<boolean>;
    removed_at: Date | null;
    created_at: Generated<Date>;
  };
  name_domain: {
    id: string;
    team_id: string;
    project_id: string;
    service: "ens" | "spaceid" | "sns";
    /** Normalized by the name service. */
    name: string;
    /** In canonical form. */
    content: string;
    owner: Generated<string>;
    state: Generated<"pending" | "valid" | "invalid">;
    message: Generated<string>;
    current_content: Generated<string>;
    checked_at: Date | null;
    created_at: Generated<Date>;
  };
  notice: {
    id: string;
    type: string;
    /** null: for everyone. */
    person_id: string | null;
    team_id: string | null;
    invitation_id: string | null;
    message: string;
    url: Generated<string>;
    /** Name of the widget that handles it: "feedback". */
    name: Generated<string>;
    label: Generated<string>;
    starts_at: Generated<Date>;
    ends_at: Date | null;
    created_at: Generated<Date>;
  };
  notice_read: {
    notice_id: string;
    person_id: string;
    read_at: Generated<Date>;
  };
  operation_log: {
    id: GeneratedAlways<Int8>;
    team_id: string;
    /** null for unknown users: a deploy hook, a push at another host. */
    person_id: string | null;
    /** The user's role in the team at that time. */
    role: "OWNER" | "MEMBER" | null;
    via: "SESSION" | "TOKEN" | "HOOK" | "PUSH" | "CHAIN";
    action: string;
    /** Display name of the target. */
    target: string;
    details: Json;
    ip: string;
    at: Generated<Date>;
    /** Identifiers of the objects concerned. */
    objects: Generated<string[]>;
  };
  owner_lease: {
    name: string;
    holder: string;
    since: Generated<Date>;
  };
  owner_process: {
    id: string;
    name: string;
    address: string;
    lease_until: Date;
  };
  person: {
    id: string;
    /** The account's main wallet, checksummed (EIP-55); null without a wallet, as for messaging app users. */
    address: string | null;
    wallet_type: string | null;
    username: string;
    created_at: Generated<Date>;
    /** The user's own invite code, created on first use. */
    invite_code: string | null;
    invited_by: string | null;
    /** Row of `avatar`; null without an image. */
    avatar_id: string | null;
  };
  /** Maps messaging-app accounts to users. */
  person_messaging: {
    user_id: Int8;
    person_id: string;
    created_at: Generated<Date>;
  };
  person_solana: {
    person_id: string;
    /** base58. */
    address: string;
    created_at: Generated<Date>;
  };
  /** A wallet that signs a user in, checksummed. */
  person_wallet: {
    address: string;
    person_id: string;
    wallet_type: string;
    created_at: Generated<Date>;
    /** The chain of a contract wallet; null for a key. */
    contract_chain_id: Int8 | null;
  };
  pin: {
    /** `requestid` of the IPFS Pinning Service API. */
    id: string;
    team_id: string;
    /** CID as sent by the client. */
    cid: string;
    /** The same CID as base32 CIDv1. */
    root: string;
    name: string | null;
    /** Written as JSON text. */
    origins: Generated<Json>;
    meta: Generated<Json>;
    status: Generated<"queued" | "pinning" | "pinned" | "failed">;
    details: Generated<string>;
    /** Set once pinned. */
    size_bytes: Int8 | null;
    attempts: Generated<number>;
    /** Root of the replaced pin, held until this pin has its content. */
    replaced_root: string | null;
    /** In whole milliseconds and unique in a team, for pagination. */
    created_at: Date;
    updated_at: Generated<Date>;
  };
  /** This server's peer ID and key. */
  pinning_peer: {
    only_one: Generated<boolean>;
    peer_id: string;
    sealed_key: Buffer;
  };
  /** A branch's host name and its content. */
  preview: {
    id: string;
    project_id: string;
    branch: string;
    label: string;
    live_deployment_id: string | null;
    live_number: Int8 | null;
    live_cid: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  process: {
    id: string;
    name: string;
    host: string;
    roles: string;
    version: string;
    memory: Int8;
    started_at: Date;
    seen_at: Generated<Date>;
  };
  /** One key per user and team. It stops working when the user loses access. */
  program_key: {
    purpose: "PINNING" | "IPNS";
    team_id: string;
    person_id: string;
    /** SHA-256 of the key. The key itself is shown once and not stored. */
    hash: Buffer;
    /** First characters of the key, for its owner to recognize it. */
    hint: string;
    used_at: Date | null;
    created_at: Generated<Date>;
  };
  project: {
    id: string;
    team_id: string;
    name: string;
    /** Claimed host label: the name, with a suffix if it was taken. */
    label: string;
    platform: string;
    deploy_type: "UPLOAD" | "REPOSITORY" | "CID" | "IPNS" | "TEMPLATE";
    repository_id: string | null;
    branch: Generated<string>;
    framework: Generated<string>;
    /** Paths are relative; "" is the repository (or the root directory) itself. */
    root_directory: Generated<string>;
    /** "" selects the command by the lock file. */
    install_command: Generated<string>;
    /** "" publishes the files without a build. */
    build_command: Generated<string>;
    output_directory: Generated<string>;
    deploys_on_push: Generated<boolean>;
    /** Written as JSON text: the driver converts arrays to PostgreSQL arrays. */
    environment: Generated<Json>;
    live_deployment_id: string | null;
    live_number: Int8 | null;
    live_cid: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** Deployed by the command line or the open API. */
    cli: Generated<boolean>;
    node_version: Generated<string>;
    /** Whether pushes to other branches deploy to separate host names. */
    previews: Generated<boolean>;
    rewrite: Generated<boolean>;
    directory_list: Generated<boolean>;
    /** For projects from a hash or a name. */
    ipfs_path: string | null;
    template_id: string | null;
    /** Written as JSON text. */
    template_values: Json | null;
    /** Whether it follows the name. */
    ipns_auto: Generated<boolean>;
    /** Target of the name at the last deployment. */
    ipns_resolved: string | null;
    /** Time of the next check. */
    ipns_check_at: Date | null;
    /** Created before names were unique in a team, with the name of an older project. */
    shares_name: Generated<boolean>;
    /** Tags that a worker must offer to build the project. */
    build_tags: Generated<string[]>;
    preview_password: Buffer | null;
  };
  /** A resource bought on-chain: bytes, or seconds of build time. */
  purchase: {
    id: string;
    network: string;
    tx_hash: string;
    account: string;
    team_id: string | null;
    resource: string;
    amount: Decimal;
    until: Date | null;
    usd: Decimal;
    coin_amount: Decimal;
    status: "PENDING" | "DROPPED" | "GRANTED" | "SUSPENSE" | "REVERSED";
    round: Generated<number>;
    created_at: Generated<Date>;
    granted_at: Date | null;
  };
  quest: {
    id: string;
    title: string;
    description: string;
    image: Generated<string>;
    link: Generated<string>;
    points: number;
    proof: "TRUST" | "CODE" | "FACT";
    /** SHA-256 of the code normalized by `canonicalCode`. */
    code_hash: Buffer | null;
    fact: string | null;
    goal: Generated<number>;
    ends_at: Date | null;
    active: Generated<boolean>;
    created_at: Generated<Date>;
  };
  refresh_token: {
    hash: Buffer;
    session_id: string;
    used_at: Date | null;
    expires_at: Date;
    /** The next pair, sealed with the token itself, while parallel requests may still exchange it. */
    sealed_successor: Buffer | null;
  };
  repository: {
    id: string;
    team_id: string;
    /** Local: derived from the team's ID; with the name it is the folder. Remote: the owner there, or the host. */
    namespace: string;
    name: string;
    default_branch: string;
    /** Framework detected on the default branch at the last push or fetch; empty before the first. */
    framework: string;
    created_at: Generated<Date>;
    /** Time of the last push. */
    updated_at: Generated<Date>;
    provider: Generated<"LOCAL" | "GITHUB" | "URL">;
    /** URL to fetch from; null for a local repository. */
    remote_url: string | null;
    /** ID at the provider, or the normalized URL of a public repository. */
    external_id: string | null;
    /** User whose linked account reads it. */
    linked_by: string | null;
    /** Time of the last fetch of a remote repository's mirror; null without a mirror. */
    fetched_at: Date | null;
  };
  resource_price: {
    version: GeneratedAlways<Int8>;
    resource: string;
    /** A model, if each has its own price. */
    item: Generated<string>;
    /** LAND×1e18 per `per` bytes, seconds or units; for IPFS_STORAGE, per `per` bytes × microseconds. */
    land: Decimal;
    per: Decimal;
    starts_at: Date;
    created_at: Generated<Date>;
  };
  /** Rewards a user has collected: a task ("task:…") or quest ("quest:…"), with the day ("2026-11-22") of a daily one. */
  reward_claim: {
    person_id: string;
    subject: string;
    period: Generated<string>;
    points: number;
    created_at: Generated<Date>;
  };
  /** Rewarded invitees. A wallet earns points once, even if its account is deleted and created again. */
  reward_invitation: {
    /** SHA-256 of the checksummed address. */
    wallet_hash: Buffer;
    inviter_id: string;
    person_id: string;
    points: number;
    created_at: Generated<Date>;
  };
  /** An operator's changes to a built-in task, or an operator's own link (with all columns). */
  reward_task: {
    id: string;
    title: string | null;
    description: string | null;
    tab: "daily" | "newbie" | null;
    link: string | null;
    points: number;
    active: boolean;
    created_at: Generated<Date>;
  };
  /** A linked page the user opened from the task hub. */
  reward_visit: {
    person_id: string;
    task_id: string;
    period: Generated<string>;
    opened_at: Generated<Date>;
  };
  rollup: {
    id: string;
    team_id: string;
    name: string;
    status: number;
    fast_deploy: boolean;
    framework: string;
    da_layer: string;
    settlement: string;
    network: string;
    chain_id: Int8 | null;
    purchase_plan: string | null;
    /** LAND×1e18 and length of the first term. */
    land: Generated<Decimal>;
    term_seconds: Generated<Int8>;
    chain_logo: string | null;
    favicon: string | null;
    background: string | null;
    footer_link: string | null;
    email: string | null;
    telegram: string | null;
    x_id: string | null;
    scheduling_link: string | null;
    note: string | null;
    step: Generated<string>;
    /** Attempts to create it since the payment. */
    tries: Generated<number>;
    facts: Json | null;
    /** When the current term was paid for. */
    paid_at: Date | null;
    expires_at: Date | null;
    ended: "terminated" | "expired" | "declined" | "unpaid" | null;
    /** Until then its blocks are kept, and an expired one can be renewed. */
    kept_until: Date | null;
    /** Its blocks are deleted: name and chain ID are available. */
    removed_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  rollup_abi: {
    rollup_id: string;
    address: string;
    name: string;
    abi: string;
    match: "exact" | "partial" | null;
    source: Json | null;
  };
  rollup_bill: {
    /** ID of the transfer in the ledger. */
    id: string;
    rollup_id: string;
    /** 0 for the first term, 1 for a renewal. */
    kind: 0 | 1;
    seconds: Int8;
    land: Decimal;
    created_at: Date;
    given_back_at: Date | null;
  };
  /** A local rollup. */
  rollup_chain: {
    id: string;
    chain_id: Int8;
    name: string;
    framework: string;
    settlement: string;
    /** Unix seconds of block 0. */
    genesis_at: Int8;
    /** Seconds. */
    withdraw_period: number;
    addresses: Json;
    /** The secret from which its keys are derived, encrypted. */
    sealed: Buffer;
    state: Generated<"MAKING" | "RUNNING" | "STOPPED">;
    /** Last blocks of the settlement chain and of the rollup that were read for events. */
    settled_block: Generated<number>;
    seen_block: Generated<number>;
    /** Last own blocks in a batch and in an output. */
    batched: Generated<number>;
    /** Unix seconds. */
    batch_at: Int8 | null;
    proposed: Generated<number>;
    /** Wei, at its last block. */
    gas_price: Generated<Decimal>;
    created_at: Generated<Date>;
  };
  rollup_deposit: {
    rollup_id: string;
    index: number;
    /** Addresses are in lower case. */
    sender: string;
    recipient: string;
    amount: Decimal;
    /** Transaction on the settlement chain. */
    hash: string;
    at: Int8;
    /** Transaction on the rollup. */
    paid_hash: string | null;
  };
  rollup_faucet: {
    rollup_id: string;
    address: string;
    given_at: Date;
  };
  rollup_log: {
    rollup_id: string;
    role: "sequencer" | "batcher" | "proposer";
    /** From 0, without gaps. */
    line: number;
    content: string;
    at: Generated<Date>;
  };
  /** An output posted by the proposer on the settlement chain. */
  rollup_output: {
    rollup_id: string;
    index: number;
    block: number;
    /** Unix seconds. */
    at: Int8;
  };
  rollup_told: {
    rollup_id: string;
    kind: "week" | "day";
    expires_at: Date;
    /** Removed once the warning no longer applies. */
    notice_id: string | null;
  };
  rollup_trial: {
    team_id: string;
    rollup_id: string;
    created_at: Generated<Date>;
  };
  rollup_withdrawal: {
    rollup_id: string;
    index: number;
    sender: string;
    recipient: string;
    amount: Decimal;
    /** Transaction on the rollup. */
    hash: string;
    block: number;
    at: Int8;
    /** Root of all withdrawals up to this one. */
    root: string;
    /** Transaction on the settlement chain. */
    paid_hash: string | null;
  };
  /** Content stored as a unit: everything below it is in its blob and in those of its parts. */
  root: {
    cid: Buffer;
    /** Null for a small file: one block with its `bytes` in the database. */
    blob_id: string | null;
    file_count: number;
    size_bytes: Int8;
    bytes: Buffer | null;
    /** Whether its blob contains nothing else; null until determined. */
    fills_blob: boolean | null;
  };
  /** A block of a root that shares its blob with other content. */
  root_block: {
    cid: Buffer;
    root: Buffer;
  };
  /** A released root: deleted soon, unless something else holds it. */
  root_discard: {
    cid: Buffer;
    created_at: Generated<Date>;
  };
  /** A root with some blocks in the blob of another root, which stays as long as this one. */
  root_part: {
    root: Buffer;
    part: Buffer;
  };
  rpc_count: {
    team_id: string;
    key_id: string;
    hour: Date;
    chain: string;
    method: string;
    requests: Int8;
    units: Int8;
    errors: Int8;
    cached: Int8;
  };
  rpc_filter: {
    id: string;
    key_id: string;
    chain: string;
    kind: "logs" | "blocks" | "transactions";
    criteria: Json;
    /** The newest block covered by a poll. */
    last_block: Int8;
    /** Pending transactions reported by the last poll. */
    seen: Json;
    used_at: Generated<Date>;
  };
  rpc_key: {
    id: string;
    team_id: string;
    name: string;
    notes: Generated<string>;
    type: "FREE" | "VIP";
    active: Generated<boolean>;
    hash: Buffer;
    sealed: Buffer;
    previous_hash: Buffer | null;
    previous_until: Date | null;
    needs_token: Generated<boolean>;
    allow: Generated<Json>;
    daily_cap: Int8 | null;
    at_cap: Generated<"STOP" | "SLOW">;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  rpc_latency: {
    team_id: string;
    key_id: string;
    hour: Date;
    chain: string;
    bucket: number;
    requests: Int8;
  };
  rpc_log: {
    id: GeneratedAlways<Int8>;
    key_id: string;
    at: Date;
    chain: string;
    method: string;
    ms: number;
    units: number;
    cached: boolean;
    upstream: string | null;
    error_code: number | null;
    error: string | null;
    reason: string | null;
    params: string | null;
    origin: string | null;
    agent: string | null;
    error_data: string | null;
  };
  rpc_public_key: {
    id: string;
    key_id: string;
    name: string;
    pem: string;
    created_at: Generated<Date>;
  };
  secret_canary: {
    only_one: Generated<boolean>;
    sealed: Buffer;
  };
  service_alert: {
    team_id: string;
    kind: string;
    threshold: Decimal | null;
    level: Generated<number>;
  };
  /** Minutes in which a service was up, by day (UTC). */
  service_day: {
    service: string;
    day: Day;
    minutes_up: Generated<number>;
  };
  service_outcome: {
    team_id: string;
    service: string;
    minute: Date;
    requests: Int8;
    failed: Int8;
  };
  /** Services of the status page. */
  service_state: {
    service: string;
    place: number;
    is_up: boolean;
    since: Date;
    first_at: Date;
    checked_at: Date;
  };
  /** One sign-in on one device: the family of its refresh tokens. */
  session: {
    id: string;
    person_id: string;
    revoked_at: Date | null;
    expires_at: Date;
    created_at: Generated<Date>;
    /** Last sign-in or refresh. */
    user_agent: Generated<string>;
    ip: Generated<string>;
    /** To the minute. */
    last_used_at: Generated<Date>;
  };
  share_link: {
    id: string;
    team_id: string;
    bucket_id: string;
    key: string;
    access_key: string;
    token_hash: Buffer;
    sealed_token: Buffer;
    opens: Generated<Int8>;
    opens_max: Int8 | null;
    created_at: Generated<Date>;
  };
  /** An issued message; deleted after use. */
  sign_in_request: {
    nonce: string;
    address: string;
    message: string;
    expires_at: Date;
    /** Account to link the wallet to; null for sign-in. */
    person_id: string | null;
  };
  /** Between signature and session, single use; SHA-256 of the token. */
  sign_in_token: {
    hash: Buffer;
    person_id: string;
    expires_at: Date;
  };
  signing_key: {
    kid: string;
    /** Plaintext from versions before sealing; cleared at the next start. */
    private_jwk: Json | null;
    created_at: Generated<Date>;
    /** Sealed by SECRET_KEY. */
    sealed: Buffer | null;
  };
  /** Requests to a project's site and its previews. */
  site_hour: {
    project_id: string;
    hour: Date;
    requests: Generated<Int8>;
    views: Generated<Int8>;
    visitors: Generated<Int8>;
    missing: Generated<Int8>;
    bytes: Generated<Int8>;
  };
  /** Requests of the last day. */
  site_request: {
    id: GeneratedAlways<Int8>;
    project_id: string;
    created_at: Date;
    method: string;
    host: string;
    path: string;
    code: number;
    size: Int8;
    referrer: string;
    client: string;
  };
  /** The secret of a day by which visitors are hashed; deleted after it. */
  site_salt: {
    day: Day;
    salt: Buffer;
  };
  site_screenshot: {
    project_id: string;
    cid: string;
    image: Buffer | null;
    taken_at: Generated<Date>;
  };
  /** Most frequent values of a day. */
  site_top: {
    project_id: string;
    day: Day;
    kind: "page" | "referrer" | "country" | "missing";
    value: string;
    count: Int8;
  };
  /** Hashes of the day's visitors. */
  site_visitor: {
    project_id: string;
    day: Day;
    visitor: Buffer;
  };
  snapshot: {
    id: string;
    /** Increases in the order of requests. */
    number: GeneratedAlways<Int8>;
    team_id: string;
    bucket_id: string;
    bucket_name: string;
    prefix: string;
    state: "generating" | "unpin" | "failure";
    /** Binary CIDv1; null until it is generated. */
    cid: Buffer | null;
    size_bytes: Generated<Int8>;
    file_count: Generated<Int8>;
    message: string | null;
    created_at: Generated<Date>;
  };
  socket_io_attachments: {
    id: Generated<Int8>;
    created_at: Generated<Date | null>;
    payload: Buffer | null;
  };
  /** The message that a user was last given to sign. */
  solana_request: {
    person_id: string;
    address: string;
    message: string;
    expires_at: Date;
  };
  /** The embedded chain's history: the only persisted data; its state is derived. */
  solana_transaction: {
    /** One transaction per slot, without gaps. */
    slot: number;
    signature: string;
    kind: "transaction" | "airdrop";
    /** In the chain's wire format; empty for an airdrop. */
    raw: Buffer | null;
    /** Amount of an airdrop. */
    lamports: Decimal | null;
    accounts: string[];
    memo: string | null;
    created_at: Generated<Date>;
  };
  spend_cap: {
    team_id: string;
    kind: "SERVICE" | "PROJECT";
    /** Name of the service, or ID of the project, bucket or gateway. */
    target: string;
    /** LAND×1e18 per month. */
    land: Decimal;
    /** What happens to visits above the cap. */
    beyond: Generated<"PAUSE" | "ONLINE">;
  };
  /** The level from a moment on; deleted once it is settled. */
  storage_change: {
    number: GeneratedAlways<Int8>;
    team_id: string;
    resource: string;
    at: Date;
    size_bytes: Int8;
  };
  /** Currently stored bytes. Storage is a level: it changes with the rows that contain it, in their transaction. */
  storage_level: {
    team_id: string;
    resource: "IPFS_STORAGE" | "AR_STORAGE";
    size_bytes: Int8;
    /** Bytes × seconds until `changed_at`. */
    byte_seconds: Generated<Decimal>;
    changed_at: Generated<Date>;
    /** Time of the last settlement, and the level at that moment. */
    settled_at: Generated<Date>;
    settled_bytes: Generated<Int8>;
    /** Highest level ever paid for; of AR_STORAGE only. */
    paid_bytes: Generated<Int8>;
  };
  team: {
    id: string;
    name: string;
    owner_id: string;
    /** When all first-sign-in listeners had run, such as seeding the samples. */
    welcomed_at: Date | null;
    created_at: Generated<Date>;
    own_name: Generated<boolean>;
  };
  /** Teams whose package resets monthly. */
  team_package: {
    team_id: string;
    package: "FREE" | "STANDARD";
    since: Date;
  };
  /** The current state of an account: a ShardAccount, as a bag of cells. */
  ton_account: {
    /** Workchain and 64 hexadecimal digits. */
    address: string;
    boc: Buffer;
  };
  /** Secret from which the keys of Freehold's accounts are derived. */
  ton_key: {
    only_one: Generated<boolean>;
    sealed: Buffer;
  };
  /** The local devnet's history: every accepted external message. Accounts and transactions follow from it. */
  ton_message: {
    /** From 1, without gaps. */
    seq: Int8;
    /** 64 hexadecimal digits. */
    hash: string;
    /** Unix seconds. */
    at: Int8;
    /** Logical time of the last resulting transaction. */
    last_lt: Int8;
    /** Bag of cells, as sent. */
    boc: Buffer;
  };
  ton_transaction: {
    lt: Int8;
    address: string;
    hash: string;
    boc: Buffer;
  };
  /** An open or recently published upload. */
  upload: {
    id: string;
    team_id: string;
    kind: "folder" | "zip";
    /** Path, size and optional digest of each file, in the order of their content. Empty for a known upload. */
    files: Json;
    size_bytes: Int8;
    /** Bytes stored durably in the staging file. */
    received_bytes: Generated<Int8>;
    /** The published tree. */
    published: Json | null;
    touched_at: Generated<Date>;
    /** Digest of kind, paths, sizes and contents, if the client declared digests. */
    digest: Buffer | null;
    /** Until when the files of a known upload are kept for its deployment. */
    promised_until: Date | null;
    secrets: Generated<boolean>;
  };
  upload_piece: {
    upload_id: string;
    offset_bytes: Int8;
    size_bytes: Int8;
    file_id: string;
    writer: string;
  };
  /** Usage in one hour: bytes of traffic, seconds of build time, units … */
  usage_bucket: {
    team_id: string;
    resource: string;
    /** Project, key or gateway. */
    subject: Generated<string>;
    bucket: Date;
    amount: Int8;
    calls: Int8;
    service: Generated<string>;
    /** Settled part of the amount. */
    billed: Generated<Int8>;
  };
  voucher: {
    id: string;
    /** SHA-256 of the code as `canonical` writes it; the code itself is shown once and never stored. */
    code_hash: Buffer;
    code_ending: string;
    gives: string;
    /** LAND×1e18, bytes, seconds or units. */
    amount: Decimal;
    days: number | null;
    uses: number;
    used: Generated<number>;
    expires_at: Date | null;
    withdrawn_at: Date | null;
    note: string | null;
    created_at: Generated<Date>;
  };
  voucher_redemption: {
    voucher_id: string;
    team_id: string;
    person_id: string;
    created_at: Generated<Date>;
  };
  /** A team's webhook. */
  webhook: {
    team_id: string;
    url: string;
    events: string[];
    active: boolean;
    /** Sealed, not hashed: it is needed to sign. */
    secret: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  webhook_delivery: {
    id: string;
    team_id: string;
    event: string;
    /** JSON text exactly as signed and sent. */
    body: string;
    state: Generated<"waiting" | "delivered" | "failed">;
    attempts: Generated<number>;
    status: number | null;
    problem: Generated<string>;
    duration_ms: number | null;
    created_at: Generated<Date>;
    attempted_at: Date | null;
  };
  /** A worker with its folder below DATA_DIR. */
  worker: {
    /** Name of the folder below DATA_DIR/workers. */
    folder: string;
    /** The process; deployments refer to it. */
    holder: string;
    /** WORKER_ID. */
    name: string;
    /** Tags that it offers to builds. */
    tags: Generated<string[]>;
    /** Until then it counts as running. */
    lease_until: Date;
  };
  /** An account of the embedded ledger. Addresses are lowercase, amounts in wei. */
  zksync_account: {
    address: string;
    id: Generated<number>;
    balance: Generated<Decimal>;
    nonce: Generated<Int8>;
    /** "sync:" and the hash of its signing key; null until it has one. */
    key_hash: string | null;
  };
  zksync_transaction: {
    /** One transaction per block, without gaps. */
    block: number;
    hash: string;
    sender: string;
    recipient: string;
    /** As the REST API returns it. */
    op: Json;
    created_at: Generated<Date>;
  };
}
