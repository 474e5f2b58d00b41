/** Every setting of the cloud, from environment variables or a `.env` file. docs/operations.md lists the same names. */
import { resolve } from "node:path";
import * as z from "zod";
import { buildMinutesMax } from "../../resources/limits.ts";
import { ethereumAddressPattern, prefixedAddress } from "../../resources/patterns.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

const settings = z.object({
  /** Port of the dashboard, the API, the sockets and user content; 0 picks a free one. */
  PORT: port.default(4040),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  /** Address people use; `http://localhost:<PORT>` unless set. */
  PUBLIC_URL: z.url().optional(),
  /** User content is served at <name>.<CONTENT_DOMAIN>. */
  CONTENT_DOMAIN: z.string().default("localhost"),
  /** PostgreSQL ≥ 15; unset runs the embedded one. */
  DATABASE_URL: z.string().optional(),
  /** Folder with PostgreSQL's own programs, instead of those from npm. */
  PG_BIN_DIR: z.string().optional(),
  /** What this process does: serve HTTP, run jobs, or both. */
  ROLE: list.default(["web", "worker"]).pipe(z.array(z.enum(["web", "worker"])).min(1)),
  /** Blobs in an S3 bucket instead of on disk. */
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** Hosts that a build's install step may reach. */
  BUILD_REGISTRIES: list.default(["registry.npmjs.org", "registry.yarnpkg.com"]),
  BUILD_MEMORY_MB: z.coerce.number().int().min(256).default(2048),
  BUILD_MINUTES: z.coerce.number().min(0.01).default(buildMinutesMax),
  /** Builds that run at once on this machine. */
  BUILD_CONCURRENCY: z.coerce.number().int().min(1).default(2),
  /** An asset canister of the Internet Computer, and the key of ours that may commit to it. */
  IC_CANISTER_ID: z.string().optional(),
  IC_IDENTITY_FILE: z.string().optional(),
  IC_HOST: z.url().default("https://icp-api.io"),
  /** Canisters are served at <canister>.<IC_DOMAIN>. */
  IC_DOMAIN: z.string().default("icp0.io"),
  /** A bucket on BNB Greenfield, its storage provider, and a file with the key that may write to it. */
  GREENFIELD_RPC_URL: z.url().optional(),
  GREENFIELD_CHAIN_ID: z.string().default("greenfield_1017-1"),
  GREENFIELD_SP_URL: z.url().optional(),
  GREENFIELD_BUCKET: z.string().optional(),
  GREENFIELD_KEY_FILE: z.string().optional(),
  /** Trustless gateways, such as a Kubo node's own, by which content and IPNS records of the public network are fetched. */
  IPFS_GATEWAYS: list.default([]).pipe(z.array(z.url().regex(/^https?:\/\//, "It begins with http:// or https://."))),
  /** DNS servers that domains are looked up with, as addresses with or without a port; none asks the system's. */
  DNS_SERVERS: list.default([]),
  /** This cloud's public addresses: where the bare names of domains are to lead. */
  DOMAIN_IPS: list.default([]).pipe(z.array(z.union([z.ipv4(), z.ipv6()]))),
  /** Hosts ("host" or "host:port") of repositories that may be fetched although their address is private. */
  GIT_PRIVATE_HOSTS: list.default([]),
  /** GitHub's OAuth app, with which people link their accounts; without it GitHub is not offered. */
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: z.url().default("https://github.com"),
  GITHUB_API_URL: z.url().default("https://api.github.com"),
  /** Locks what is kept encrypted in the database; without it a key is made in the data folder. */
  SECRET_KEY: z.string().min(32).optional(),
  /** Port of our own HTTPS, with certificates from ACME_DIRECTORY_URL; 0 leaves HTTPS to a proxy. */
  HTTPS_PORT: port.default(0),
  ACME_DIRECTORY_URL: z.url().default("https://acme-v02.api.letsencrypt.org/directory"),
  /** Where the certificate authority writes to about our certificates. */
  ACME_EMAIL: z.email().optional(),
  /** An own certificate, PEM, for our sites' names and the dashboard's; with its key. */
  HTTPS_CERTIFICATE_FILE: z.string().optional(),
  HTTPS_KEY_FILE: z.string().optional(),
  /** A Solana node's JSON-RPC; unset runs a chain of the cloud's own. And the operator's vote account there. */
  SOLANA_RPC_URL: z.url().optional(),
  SOLANA_VOTE_ACCOUNT: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    .optional(),
  /** Who keeps zkSync Lite's history, in version 0.2 of its REST API; unset runs a ledger of the cloud's own. */
  ZKSYNC_LITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** JSON-RPC of Ethereum, where names of ENS are looked up, and of BNB Smart Chain for Space ID; unset, they are not offered. */
  ENS_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENS_REGISTRY: z.string().regex(ethereumAddressPattern).default("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"),
  SPACEID_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SPACEID_REGISTRY: z.string().regex(ethereumAddressPattern).default("0x08CEd32a7f3eeC915Ba84415e9C07a7286977956"),
  /** A node or gateway of Arweave; unset runs a weave of the cloud's own. */
  ARWEAVE_URL: z.url().optional(),
  /** A JSON Web Key, RSA of 4096 bits, that pays and signs there; without it the cloud makes one and keeps it encrypted. */
  ARWEAVE_KEY_FILE: z.string().optional(),
  /** Public EVM chains, in JSON: where each is asked, and which contracts are ours; unset runs chains of the cloud's own. */
  EVM_CHAINS_FILE: z.string().optional(),
  /** Private keys with which the cloud signs on chain; without it the cloud makes some and keeps them encrypted. */
  EVM_SIGNER_KEY_FILE: z.string().optional(),
  /** On the cloud's own chains: how long a transaction waits for its block, and a block for the next that confirms it. */
  EVM_BLOCK_MS: z.coerce.number().int().min(10).max(60_000).default(400),
  /** An operator's own rollup stack, behind the interface of docs/raas.md, and its key; unset runs rollups of the cloud's own. */
  ROLLUP_PROVIDER_URL: z.url({ protocol: /^https?$/ }).optional(),
  ROLLUP_PROVIDER_KEY: z.string().optional(),
  /** On the cloud's own rollups: seconds between an output and the payment of what was withdrawn by then. */
  ROLLUP_PAYOUT_SECONDS: z.coerce.number().int().min(1).max(2_592_000).default(600),
  /** Nodes of chains that the RPC service offers, several for each, in JSON; unset offers the chains of the cloud's own. */
  RPC_UPSTREAMS_FILE: z.string().optional(),
  /** JSON-RPC of a TON Center node (v2), its key, and the address to which people pay; unset runs a chain of the cloud's own. */
  TON_URL: z.url({ protocol: /^https?$/ }).optional(),
  TON_API_KEY: z.string().optional(),
  TON_COLLECTOR: z
    .string()
    .regex(/^[A-Za-z0-9_-]{48}$/)
    .optional(),
  /** There, a file with the 24 words of the wallet from which withdrawals of Boost are paid, and which wallet it is; without it they wait. */
  TON_PAYOUT_KEY_FILE: z.string().optional(),
  TON_PAYOUT_WALLET: z.enum(["v4r2", "v5r1"]).default("v5r1"),
  /** Of the messaging app's bot, by which Stars are paid; unset runs a stand-in of the Bot API. And where another Bot API is. */
  BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]{20,}$/)
    .optional(),
  BOT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** US dollars that one Star stands for. */
  STAR_USD: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})?$/)
    .refine((dollars) => Number(dollars) > 0, "It is more than 0.")
    .default("0.013"),
  /** A price service in the form of Pyth's Hermes; unset uses reference prices of the cloud's own. */
  PRICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A server that speaks OpenAI's API and needs no key, with the version in its path: http://127.0.0.1:11434/v1 */
  AI_UPSTREAM: z.url({ protocol: /^https?$/ }).optional(),
  /** Further ones, in JSON: name, url, key, models, free. */
  AI_UPSTREAMS_FILE: z.string().optional(),
  /** A model file; needs the optional package node-llama-cpp. */
  AI_GGUF: z.string().optional(),
  /** Which of all models writes the assistant's answers; unset, one of a server whose models are free. */
  ASSISTANT_MODEL: z.string().min(1).max(120).optional(),
  /** Wallet addresses of those who run the cloud: they publish notices and read feedback. */
  OPERATORS: list.default([]).pipe(z.array(z.string().regex(ethereumAddressPattern).transform(prefixedAddress))),
  /** Where letters leave by: smtp://user:password@host:port, or smtps://; without it they stay in the database. */
  SMTP_URL: z
    .url()
    .regex(/^smtps?:\/\//, "It begins with smtp:// or smtps://.")
    .optional(),
  /** Sender of our letters; no-reply at the host of PUBLIC_URL unless set. */
  MAIL_FROM: z.string().max(320).optional(),
  /** Hosts ("host" or "host:port") that teams' webhooks may call although their address is private. */
  WEBHOOK_PRIVATE_HOSTS: list.default([]),
  /** The exchange's advertising partner of Boost: its production or staging host, and our key there. Both or nothing is reported. */
  PARTNER_URL: z.url({ protocol: /^https?$/ }).optional(),
  PARTNER_KEY: z.string().min(1).optional(),
  /** Whether /dev/… is there; "auto": on a cloud of its own engines, at no public address. */
  DEVELOPMENT_PAGES: z.enum(["auto", "on", "off"]).default("auto"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Outgoing links of the shell; an empty one is not shown. */
  LINK_DOCS: z.string().default("/docs"),
  LINK_FEEDBACK: z.string().default(""),
  LINK_CHAT: z.string().default(""),
  LINK_CODE: z.string().default(""),
  LINK_BLOG: z.string().default(""),
  /** IPFS gateway of the links to files by their CID, such as https://ipfs.io; this cloud's own unless set. */
  LINK_GATEWAY: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
});

export const settingNames = Object.keys(settings.shape);

export type Config = Readonly<z.output<typeof settings>>;

/** Reads and checks the settings. Throws one sentence that names the wrong setting. */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const result = settings.safeParse(environment);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`The setting ${issue?.path.join(".")} is not valid: ${issue?.message}`);
};

/**
 * Whether the cloud is one for a single machine: on engines of its own and at no public address, unless set. Only then it has
 * development pages, which show what elsewhere only its owner may see, such as mail.
 */
export const runsOnItsOwn = ({
  DATABASE_URL,
  PUBLIC_URL,
  DEVELOPMENT_PAGES,
}: Pick<Config, "DATABASE_URL" | "PUBLIC_URL" | "DEVELOPMENT_PAGES">): boolean =>
  DEVELOPMENT_PAGES === "auto" ? DATABASE_URL === undefined && PUBLIC_URL === undefined : DEVELOPMENT_PAGES === "on";
