/** All settings, from environment variables or a `.env` file. docs/reference/settings.md lists the same names. */
import { resolve } from "node:path";
import * as z from "zod";
import { namePattern } from "../../resources/hosting/project-name.ts";
import { buildMinutesMax, projectNameMax } from "../../resources/limits.ts";
import { samplers } from "./kernel/observe/spans.ts";
import { isNetwork } from "./engines/network/client.ts";
import { ethereumAddressPattern, prefixedAddress } from "../../resources/declare/patterns.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Pairs of OpenTelemetry's settings: "name=value,name=value", with percent-encoded values. */
const pairs = list
  .default([])
  .pipe(z.array(z.string().regex(/^[^=\s]+=([^%]|%[0-9a-f]{2})*$/i, "Use name=value pairs, separated by commas.")));

const settings = z.object({
  /** Port of the dashboard, the API, the sockets and user content; 0 picks a free one. */
  PORT: port.default(4040),
  HOST: z.string().default("127.0.0.1"),
  /** Addresses and networks of proxies whose X-Forwarded-* headers count; empty trusts none. */
  TRUSTED_PROXIES: list
    .default(["127.0.0.0/8", "::1"])
    .pipe(z.array(z.string().refine(isNetwork, "Use IP addresses and networks such as 10.0.0.0/8."))),
  /** Limits of open connections and WebSockets per IP address; an IPv6 /64 counts as one. */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(500),
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(200),
  /** On SIGTERM: seconds in which /readyz returns 503 before new connections are refused, and seconds for running transfers. */
  ANNOUNCE_SECONDS: z.coerce.number().min(0).max(300).default(0),
  DRAIN_SECONDS: z.coerce.number().min(0).max(3600).default(30),
  /** Bearer token for /metrics; required on a public instance. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Port of /metrics, /healthz and /readyz in a process without web and gateway in ROLE; others serve them at PORT. */
  METRICS_PORT: port.optional(),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  /** Modules to load: paths and package names, resolved from the working directory. */
  FREEHOLD_MODULES: list.default([]),
  /** Public URL. Default: `http://localhost:<PORT>`. */
  PUBLIC_URL: z.url().optional(),
  /** User content is served at <name>.<CONTENT_DOMAIN>. */
  CONTENT_DOMAIN: z.string().default("localhost"),
  /** PostgreSQL ≥ 15. Default: embedded. */
  DATABASE_URL: z.string().optional(),
  /** Redis or Valkey for the limits that several processes share. Default: the database. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Database connections for requests in this process; background work uses a separate pool. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  /** Folder with the PostgreSQL programs, instead of those from npm. */
  PG_BIN_DIR: z.string().optional(),
  /** What this process does: everything over HTTP, only user content over HTTP, jobs, local chains and rollups. */
  ROLE: list.default(["web", "worker", "owner"]).pipe(z.array(z.enum(["web", "gateway", "worker", "owner"])).min(1)),
  /** Address and port at which other processes of the instance reach an owner, never users; 0 picks a free port. */
  INTERNAL_HOST: z
    .string()
    .refine(
      (host) => !["0.0.0.0", "::", ""].includes(host),
      "Use the address of this machine that other processes reach.",
    )
    .default("127.0.0.1"),
  INTERNAL_PORT: port.default(0),
  /** Name of this process in logs. Default: the host name and a random suffix. */
  WORKER_ID: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, "Use up to 63 letters, digits, hyphens, dots and underscores.")
    .optional(),
  /** Tags that this worker offers to builds, such as arm64. */
  WORKER_TAGS: list
    .default([])
    .pipe(z.array(z.string().max(projectNameMax).regex(namePattern.expression, namePattern.message))),
  /** Blobs in an S3 bucket instead of on disk. */
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** Where encrypted backups are created regularly: a directory, or the URL of an S3 bucket with its access keys. */
  BACKUP_TO: z.string().min(1).optional(),
  /** The key that encrypts backups. */
  BACKUP_KEY: z.string().min(32).optional(),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  /** Hours between two backups, and days after which a backup is deleted. */
  BACKUP_HOURS: z.coerce.number().min(0.01).max(720).default(24),
  BACKUP_KEEP_DAYS: z.coerce.number().min(0.01).default(30),
  /** Seconds between two copies of the embedded database's write-ahead log, for restoring to a point in time; 0 for none. */
  BACKUP_LOG_SECONDS: z.coerce.number().min(0).max(86_400).default(60),
  /** Minimum free space on the disk of DATA_DIR for new content; 0 for no minimum. */
  DISK_MIN_FREE_MB: z.coerce.number().int().min(0).default(512),
  /** Size of a reserve file, deleted when the disk is full so that the database can continue; 0 for none. */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(10_240).default(64),
  /** Days in which each blob is verified once (0: never), and the maximum read rate. */
  SCRUB_DAYS: z.coerce.number().min(0).default(30),
  SCRUB_MB_PER_SECOND: z.coerce.number().min(0.01).default(16),
  /** Hosts that a build's install step can reach. Default: the registries of this machine's npm configuration. */
  BUILD_REGISTRIES: list.optional(),
  BUILD_MEMORY_MB: z.coerce.number().int().min(256).default(2048),
  BUILD_MINUTES: z.coerce.number().min(0.01).default(buildMinutesMax),
  /** Maximum concurrent builds of this worker; memory can limit them further. */
  BUILD_CONCURRENCY: z.coerce.number().int().min(1).default(2),
  /** An asset canister of the Internet Computer, and a key with commit permission. */
  IC_CANISTER_ID: z.string().optional(),
  IC_IDENTITY_FILE: z.string().optional(),
  IC_HOST: z.url().default("https://icp-api.io"),
  /** Canisters are served at <canister>.<IC_DOMAIN>. */
  IC_DOMAIN: z.string().default("icp0.io"),
  /** A bucket on BNB Greenfield, its storage provider, and a key file with write access. */
  GREENFIELD_RPC_URL: z.url().optional(),
  GREENFIELD_CHAIN_ID: z.string().default("greenfield_1017-1"),
  GREENFIELD_SP_URL: z.url().optional(),
  GREENFIELD_BUCKET: z.string().optional(),
  GREENFIELD_KEY_FILE: z.string().optional(),
  /** Trustless gateways, such as a Kubo node's, for fetching content and IPNS records of the public network. */
  IPFS_GATEWAYS: list.default([]).pipe(z.array(z.url().regex(/^https?:\/\//, "Must start with http:// or https://."))),
  /** DNS servers for domain lookups, with or without a port. Default: the system's. */
  DNS_SERVERS: list.default([]),
  /** This server's public IP addresses, for A and AAAA records of apex domains. */
  DOMAIN_IPS: list.default([]).pipe(z.array(z.union([z.ipv4(), z.ipv6()]))),
  /** Hosts ("host" or "host:port") from which repositories can be fetched despite a private address. */
  GIT_PRIVATE_HOSTS: list.default([]),
  /** GitHub OAuth app for linking accounts; without it, GitHub is unavailable. */
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: z.url().default("https://github.com"),
  GITHUB_API_URL: z.url().default("https://api.github.com"),
  /** Key for encrypted data in the database, required with DATABASE_URL. Default: generated in the data folder. */
  SECRET_KEY: z.string().min(32).optional(),
  /** A second key that opens but never seals, while one replaces the other. */
  SECRET_KEY_OTHER: z.string().min(32).optional(),
  /** HTTPS port, with certificates from ACME_DIRECTORY_URL; 0 if a proxy handles HTTPS. */
  HTTPS_PORT: port.default(0),
  ACME_DIRECTORY_URL: z.url().default("https://acme-v02.api.letsencrypt.org/directory"),
  /** Contact email address for the certificate authority. */
  ACME_EMAIL: z.email().optional(),
  /** Custom certificate (PEM) for sites and the dashboard, with its key. */
  HTTPS_CERTIFICATE_FILE: z.string().optional(),
  HTTPS_KEY_FILE: z.string().optional(),
  /** A Solana node's JSON-RPC URL (default: a local chain), and the operator's vote account. */
  SOLANA_RPC_URL: z.url().optional(),
  SOLANA_VOTE_ACCOUNT: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    .optional(),
  /** A zkSync Lite history service (REST API 0.2). Default: a local ledger. */
  ZKSYNC_LITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** JSON-RPC of Ethereum for ENS, and of BNB Smart Chain for Space ID; unset, the name service is unavailable. */
  ENS_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENS_REGISTRY: z.string().regex(ethereumAddressPattern).default("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"),
  SPACEID_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SPACEID_REGISTRY: z.string().regex(ethereumAddressPattern).default("0x08CEd32a7f3eeC915Ba84415e9C07a7286977956"),
  /** An Arweave node or gateway. Default: a local one. */
  ARWEAVE_URL: z.url().optional(),
  /** A JSON Web Key (RSA, 4096 bits) for Arweave payments. Default: generated and stored encrypted. */
  ARWEAVE_KEY_FILE: z.string().optional(),
  /** Public EVM chains in JSON: RPC URLs and contract addresses. Default: local chains. */
  EVM_CHAINS_FILE: z.string().optional(),
  /** Private keys for on-chain transactions. Default: generated and stored encrypted. */
  EVM_SIGNER_KEY_FILE: z.string().optional(),
  /** On local chains: delay of a transaction's block, and of the next block that confirms it. */
  EVM_BLOCK_MS: z.coerce.number().int().min(10).max(60_000).default(400),
  /**
   * External rollup stack with the API of docs/operate/rollup-stack.md, and its key. Default: local rollups.
   */
  ROLLUP_PROVIDER_URL: z.url({ protocol: /^https?$/ }).optional(),
  ROLLUP_PROVIDER_KEY: z.string().optional(),
  /** On local rollups: seconds between an output and the payment of its withdrawals. */
  ROLLUP_PAYOUT_SECONDS: z.coerce.number().int().min(1).max(2_592_000).default(600),
  /** Upstream nodes of the RPC service in JSON, several per chain. Default: the local chains. */
  RPC_UPSTREAMS_FILE: z.string().optional(),
  /** JSON-RPC of a TON Center node (v2), its key, and the payment address. Default: a local chain. */
  TON_URL: z.url({ protocol: /^https?$/ }).optional(),
  TON_API_KEY: z.string().optional(),
  TON_COLLECTOR: z
    .string()
    .regex(/^[A-Za-z0-9_-]{48}$/)
    .optional(),
  /**
   * A file with the 24-word phrase of the TON wallet that pays Boost withdrawals, and its wallet version; without it, withdrawals stay
   * pending.
   */
  TON_PAYOUT_KEY_FILE: z.string().optional(),
  TON_PAYOUT_WALLET: z.enum(["v4r2", "v5r1"]).default("v5r1"),
  /** Token of the messaging app's bot for Stars payments (default: a local simulator), and the URL of another Bot API. */
  BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]{20,}$/)
    .optional(),
  BOT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** US dollars per Star. */
  STAR_USD: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})?$/)
    .refine((dollars) => Number(dollars) > 0, "Must be greater than 0.")
    .default("0.013"),
  /** A price service with Pyth's Hermes API. Default: built-in reference prices. */
  PRICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A server with OpenAI's API and no key, including the version in the path: http://127.0.0.1:11434/v1 */
  AI_UPSTREAM: z.url({ protocol: /^https?$/ }).optional(),
  /** Additional model servers in JSON: name, url, key, models, free. */
  AI_UPSTREAMS_FILE: z.string().optional(),
  /** The model on this machine: "auto" fetches the smallest, "off" none; or the ID of a model of the catalog, or a GGUF file. */
  AI_MODEL: z.string().min(1).default("auto"),
  /** The model hub, from which models are fetched. */
  AI_HUB: z.url({ protocol: /^https?$/ }).default("https://huggingface.co"),
  /** A graphics processor for the model on this machine. */
  AI_GPU: z.enum(["off", "cuda", "vulkan", "metal"]).default("off"),
  /** How long an unused model stays in memory. */
  AI_IDLE_MINUTES: z.coerce.number().min(0.01).max(1440).default(15),
  /** The assistant's model. Default: a model of a server with free models. */
  ASSISTANT_MODEL: z.string().min(1).max(120).optional(),
  /** Wallet addresses of operators, who publish notices and read feedback. */
  OPERATORS: list.default([]).pipe(z.array(z.string().regex(ethereumAddressPattern).transform(prefixedAddress))),
  /** SMTP server for emails: smtp://user:password@host:port, or smtps://; without it, emails stay in the database. */
  SMTP_URL: z
    .url()
    .regex(/^smtps?:\/\//, "Must start with smtp:// or smtps://.")
    .optional(),
  /** Sender of emails. Default: no-reply at the host of PUBLIC_URL. */
  MAIL_FROM: z.string().max(320).optional(),
  /** Hosts ("host" or "host:port") that webhooks can call despite a private address. */
  WEBHOOK_PRIVATE_HOSTS: list.default([]),
  /** A GeoIP file (MaxMind DB format) by which the analytics of sites count countries. */
  GEOIP_FILE: z.string().min(1).optional(),
  /** Screenshots of live sites in the dashboard: "auto" takes them in the build sandbox if Chromium is installed. */
  SITE_SCREENSHOTS: z.enum(["auto", "off"]).default("auto"),
  /** Whether /status shows everyone the state of the services and their uptime. */
  STATUS_PAGE: z.enum(["on", "off"]).default("off"),
  /** Boost's advertising partner of the exchange: its production or staging host, and the API key. Requires both. */
  PARTNER_URL: z.url({ protocol: /^https?$/ }).optional(),
  PARTNER_KEY: z.string().min(1).optional(),
  /** Whether /dev/… exists: "auto" and "on" both require a HOST and PUBLIC_URL that only this machine reaches. */
  DEVELOPMENT_PAGES: z.enum(["auto", "on", "off"]).default("auto"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Traces: an OpenTelemetry collector (OTLP over HTTP with JSON), and the settings of its SDKs with the same names. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
  /** Share of recorded traces, for the samplers with a ratio. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** External links of the shell; empty ones are hidden. */
  LINK_DOCS: z.string().default("/docs"),
  LINK_FEEDBACK: z.string().default(""),
  LINK_CHAT: z.string().default(""),
  LINK_CODE: z.string().default(""),
  LINK_BLOG: z.string().default(""),
  LINK_FEED: z.string().default(""),
  LINK_CHANNEL: z.string().default(""),
  /** IPFS gateway for links to CIDs, such as https://ipfs.io. Default: this server's. */
  LINK_GATEWAY: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
});

export const settingNames = Object.keys(settings.shape);

export type Config = Readonly<z.output<typeof settings>>;
export type Role = Config["ROLE"][number];

/** Reads and validates the settings. Throws an error that names the invalid setting. */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const { success, data, error } = settings.safeParse(environment);
  if (!success) {
    const [issue] = error.issues;
    throw new Error(`Invalid setting ${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (data.DEVELOPMENT_PAGES === "on") refusePublicDevelopment(data);
  return data;
};

type Addresses = Pick<Config, "HOST" | "PUBLIC_URL">;

/**
 * Returns whether this instance serves a single machine: embedded database, loopback HOST, no PUBLIC_URL. Only then
 * development pages exist, which simulate the messaging app and show unsent emails.
 */
export const runsOnItsOwn = ({
  DATABASE_URL,
  DEVELOPMENT_PAGES,
  ...addresses
}: Addresses & Pick<Config, "DATABASE_URL" | "DEVELOPMENT_PAGES">): boolean => {
  if (DEVELOPMENT_PAGES !== "auto") return DEVELOPMENT_PAGES === "on";
  return DATABASE_URL === undefined && addresses.PUBLIC_URL === undefined && isLocal(addresses);
};

const refusePublicDevelopment = (addresses: Addresses): void => {
  if (isLocal(addresses)) return;
  const { HOST, PUBLIC_URL } = addresses;
  const reached = isLoopbackName(HOST) ? `PUBLIC_URL is ${PUBLIC_URL}` : `HOST is ${HOST}`;
  throw new Error(
    `DEVELOPMENT_PAGES=on requires an instance that only this machine can reach, but ${reached}. ` +
      "Set HOST=127.0.0.1 and remove PUBLIC_URL, or set DEVELOPMENT_PAGES=off.",
  );
};

const isLocal = ({ HOST, PUBLIC_URL }: Addresses): boolean =>
  isLoopbackName(HOST) && (PUBLIC_URL === undefined || isLoopbackName(new URL(PUBLIC_URL).hostname));

const isLoopbackName = (host: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
