/** docs/reference/limits.md and prices.md are generated from the constants that both programs read. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import * as ai from "../../../resources/ai/limits.ts";
import * as assistant from "../../../resources/ai/assistant.ts";
import { formatMoneyInFull, landUnit } from "../../../resources/money.ts";
import { packageSizes } from "../../../resources/billing/packages.ts";
import { boostCards, boostStage, dailySignLand } from "../../../resources/boost/limits.ts";
import * as accessKeys from "../../../resources/storage/access-key-limits.ts";
import * as arweave from "../../../resources/storage/arweave-limits.ts";
import * as buckets from "../../../resources/storage/limits.ts";
import * as pins from "../../../resources/storage/pin-limits.ts";
import * as storage from "../../../resources/storage/storage-limits.ts";
import * as chains from "../../../resources/chains/limits.ts";
import * as gateways from "../../../resources/gateway/limits.ts";
import * as limits from "../../../resources/limits.ts";
import * as rollups from "../../../resources/raas/limits.ts";
import { rollupTerms } from "../../../resources/raas/plans.ts";
import { listedUnits, unitsPerEvent, unitsUnlessListed } from "../../../resources/rpc/compute-units.ts";
import * as rpc from "../../../resources/rpc/limits.ts";
import { testDatabase } from "../../support/database/database.ts";
import { formatMarkdown } from "../../support/markdown.ts";

type Rows = readonly (readonly [what: string, value: string])[];

const count = (value: number | bigint): string => value.toLocaleString("en-US");
/** Dollars first, then whole LAND. */
const inDollars = (land: number | bigint): string => formatMoneyInFull(BigInt(land) * landUnit);
const inUnits = (value: number, units: readonly (readonly [string, number])[]): string => {
  const [unit, size] = units.find(([, each]) => value % each === 0) ?? units.at(-1)!;
  return `${count(value / size)} ${value === size ? unit : unit.replace(/(second|minute|hour|day)$/, "$1s")}`;
};
const bytes = (value: number): string =>
  inUnits(value, [
    ["TiB", 1024 ** 4],
    ["GiB", 1024 ** 3],
    ["MiB", 1024 ** 2],
    ["KiB", 1024],
    ["bytes", 1],
  ]);
const seconds = (value: number): string =>
  inUnits(value, [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ]);

const limitGroups: Readonly<Record<string, Rows>> = {
  "Sign-in and account": [
    ["Sign-ins per minute and address", count(limits.signInsPerMinute)],
    ["Access token lifetime", seconds(limits.accessTokenSeconds)],
    ["Refresh token lifetime", seconds(limits.refreshTokenSeconds)],
    ["Time after a sign-in without a fresh signature", seconds(limits.freshSignInSeconds)],
    ["Wallets per account", count(limits.walletsPerPerson)],
    ["Avatar size", bytes(limits.avatarBytesMax)],
    ["Email code lifetime", seconds(limits.emailCodeSeconds)],
    ["Email codes per hour", count(limits.emailCodesPerHour)],
  ],
  Teams: [
    ["Members per team", count(limits.membersPerTeam)],
    ["Invitation lifetime", seconds(limits.invitationSeconds)],
    ["Invitation emails per team and day", count(limits.invitationEmailsPerTeam)],
    ["Invitation emails per address and day", count(limits.invitationEmailsPerAddress)],
    ["Operation log retention", seconds(limits.operationLogKeptSeconds)],
    ["Entries per operation log export", count(limits.operationExportMax)],
    ["Notice retention", seconds(limits.noticesKeptSeconds)],
    ["Feedback messages per user and day", count(limits.feedbackPerDay)],
  ],
  Hosting: [
    ["Projects per team", count(limits.projectsPerTeam)],
    ["Auth tokens per team", count(limits.authTokensPerTeam)],
    ["Repositories per team", count(limits.repositoriesPerTeam)],
    ["Domains per project", count(limits.domainsPerProject)],
    ["Previews per project", count(limits.previewsPerProject)],
    ["Deploy hooks per project", count(limits.deployHooksPerProject)],
    ["Environment variables per project", count(limits.environmentVariablesPerProject)],
    ["Upload size", bytes(limits.uploadBytesMax)],
    ["Files per upload", count(limits.uploadFilesMax)],
    ["Uploads in progress per team", count(limits.uploadsOpenMax)],
    ["Path length", bytes(limits.uploadPathBytesMax)],
    ["Build time (default of `BUILD_MINUTES`)", `${limits.buildMinutesMax} minutes`],
    ["Build output", `${bytes(limits.buildOutputBytesMax)}, ${count(limits.buildOutputFilesMax)} files`],
    ["Disk space of a build", bytes(limits.buildDiskBytesMax)],
    ["Build cache per project", bytes(limits.frameworkCacheBytesMax)],
    ["Build log", `${bytes(limits.logBytesMax)}, ${count(limits.logLinesMax)} lines`],
    ["Repository size", bytes(limits.repositoryBytesMax)],
    ["Time to fetch a repository", seconds(limits.fetchSecondsMax)],
    ["Time to fetch IPFS content", `${limits.hashFetchMinutesMax} minutes`],
  ],
  Storage: [
    ["Buckets per team", count(buckets.bucketsPerTeam)],
    ["Bucket name length", `${buckets.bucketNameMin} to ${buckets.bucketNameMax} characters`],
    ["Object size", bytes(buckets.objectBytesMax)],
    ["Size of one PUT", bytes(buckets.putBytesMax)],
    ["Parts per multipart upload", count(buckets.partNumberMax)],
    ["Minimum part size, except the last", bytes(buckets.partBytesMin)],
    ["Idle time of a multipart upload", seconds(buckets.objectUploadIdleSeconds)],
    ["Object key length", bytes(buckets.objectKeyBytesMax)],
    ["Metadata per object", bytes(buckets.objectMetadataBytesMax)],
    ["Tags per object", count(storage.tagsMax)],
    ["Keys per DeleteObjects request", count(buckets.deleteKeysMax)],
    ["Access keys per team", count(accessKeys.accessKeysPerTeam)],
    ["Session lifetime", seconds(accessKeys.sessionKeySeconds)],
    ["Presigned URL lifetime", seconds(accessKeys.presignedSecondsMax)],
    ["Share link lifetime", seconds(accessKeys.shareLinkSecondsMax)],
    ["Valid share links per member", count(accessKeys.sharedLinksPerPerson)],
    ["Files counted for a folder's size", count(buckets.folderFilesMax)],
    ["Snapshots per bucket", count(buckets.snapshotsPerBucket)],
    ["Files per snapshot", count(buckets.snapshotFilesMax)],
    ["File or site on Arweave", bytes(arweave.arweaveBytesMax)],
    ["Free size of a file on Arweave", bytes(arweave.arweaveFreeBytes)],
  ],
  "IPFS and gateways": [
    ["Pins per team", count(pins.pinsPerTeam)],
    ["Pin size", `${bytes(pins.pinBytesMax)}, ${count(pins.pinEntriesMax)} entries`],
    ["Attempts to fetch a pin", count(pins.pinAttemptsMax)],
    ["CAR upload", `${bytes(pins.carBytesMax)}, ${count(pins.carRootsMax)} roots`],
    ["Origins per pin", count(pins.pinOriginsMax)],
    ["IPNS names per team", count(gateways.ipnsNamesPerTeam)],
    ["IPNS record lifetime", `${gateways.ipnsLifetimeDaysMax} days`],
    ["Dedicated gateways per team", count(gateways.gatewaysPerTeam)],
    ["Allowed origins per gateway", count(gateways.gatewayOriginsMax)],
    ["User agents per gateway", count(gateways.gatewayUserAgentsMax)],
    ["Gateway analytics retention", `${gateways.gatewayAnalyticsDays} days`],
  ],
  RPC: [
    ["Free keys per team", "1"],
    ["Pay-as-you-go keys per team", count(rpc.rpcVipKeysPerTeam)],
    ["Balance to create a pay-as-you-go key", inDollars(rpc.rpcVipBalanceLand)],
    ["Compute units per second, free key", count(rpc.rpcUnitsPerSecond.FREE)],
    ["Compute units per second, pay-as-you-go key", count(rpc.rpcUnitsPerSecond.VIP)],
    ["Requests per batch", count(rpc.rpcBatchMax)],
    ["Request body", bytes(rpc.rpcBodyBytesMax)],
    [
      "Wait above the rate",
      `${seconds(rpc.rpcPatienceMs.single / 1000)}; ${seconds(rpc.rpcPatienceMs.batch / 1000)} for a batch`,
    ],
    ["Websockets per key and process", count(rpc.rpcSocketsPerKey)],
    ["Subscriptions per websocket", count(rpc.rpcSubscriptionsPerSocket)],
    ["Filters per key", count(rpc.rpcFiltersPerKey)],
    ["Idle time of a filter", seconds(rpc.rpcFilterSeconds)],
    ["Allowlist entries per key", count(rpc.rpcAllowEntriesMax)],
    ["Overlap after a key reset", seconds(rpc.rpcOverlapSeconds)],
    ["Request log", `${rpc.rpcLogDays} days, ${count(rpc.rpcLogPerKey)} requests per key`],
    ["Usage figures", `${rpc.rpcCountsDays} days`],
  ],
  Rollups: [
    ["Active rollups per team", count(rollups.rollupsPerTeam)],
    ["Unpaid order expires after", seconds(rollups.rollupOrderSeconds)],
    ["Blocks kept after the term", seconds(rollups.rollupKeptSeconds)],
    ["Faucet", `1 coin per address and day, ${count(rollups.rollupFaucetCoins)} per rollup and day`],
    ["ABIs per rollup", count(rollups.rollupAbisPerRollup)],
    ["Websockets per rollup and process", count(rollups.rollupSocketsPerChain)],
  ],
  AI: [
    ["AI keys per team", count(ai.aiKeysPerTeam)],
    ["Requests per second and key", count(ai.aiRequestsPerSecond)],
    ["Request body", bytes(ai.aiBodyBytesMax)],
    ["Models per request", count(ai.aiModelsPerRequest)],
    ["Answers per request (`n`)", count(ai.aiChoicesMax)],
    ["Tokens of an answer without `max_tokens`, paid models", count(ai.aiAnswerTokens)],
    ["Activity retention", `${ai.aiActivityDays} days`],
    ["Assistant questions per minute and address", count(assistant.questionsPerMinute)],
    ["Assistant questions per hour and user", count(assistant.questionsPerHour)],
  ],
  "API requests": [
    ["JSON body, unless the call declares more", bytes(limits.bodyBytesMax)],
    ["Levels in a JSON body", count(limits.jsonDepthMax)],
    ["Items per page", count(limits.pageSizeMax)],
    ["Idempotency-Key lifetime", seconds(limits.idempotencySeconds)],
    [
      "Faucet gifts per day",
      `${chains.faucetGiftsPerDay.address} per address and chain, ${chains.faucetGiftsPerDay.account} per account`,
    ],
  ],
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const limitsPage = (): string =>
  [
    "# Limits",
    "How much a team, a key or a request may use.",
    "These values are constants of the program. Operators change the limits of an instance with [settings](settings.md), and [Network limits](../operate/network.md) describes limits per client.",
    ...Object.entries(limitGroups).flatMap(([name, rows]) => [`## ${name}`, table(["limit", "value"], rows)]),
    "",
  ].join("\n\n");

const pricesPage = async (): Promise<string> => {
  const { db } = await testDatabase();
  const { rows } = await sql<{ resource: string; land: string; per: string }>`
    select resource, land::text, per::text from resource_price where item = '' order by resource`.execute(db);
  const units: Readonly<Record<string, readonly [what: string, unit: string, size: bigint]>> = {
    IPFS_STORAGE: ["IPFS storage", "GB and 30 days", BigInt(1024 ** 3) * limits.storageMonthSeconds * 1_000_000n],
    AR_STORAGE: ["Arweave storage", "GB, once", BigInt(1024 ** 3)],
    TRAFFIC: ["Bandwidth", "GB", BigInt(1024 ** 3)],
    BUILD_TIME: ["Build time", "minute", 60n],
    COMPUTE_UNIT: ["Compute units", "million", 1_000_000n],
  };
  const wei = 10n ** 18n;
  const rates = Object.entries(units).map(([resource, [what, unit, size]]) => {
    const price = rows.find((row) => row.resource === resource);
    if (!price) return [what, unit, "follows Arweave's price; see the price list"];
    const land = (BigInt(price.land) * size) / BigInt(price.per);
    return [what, unit, inDollars((land + wei / 2n) / wei)];
  });
  const perPackage = (name: keyof typeof packageSizes): string[] => {
    const held = packageSizes[name];
    return [
      bytes(held.IPFS_STORAGE ?? 0),
      bytes(held.AR_STORAGE ?? 0),
      `${(held.BUILD_TIME ?? 0) / 60} minutes`,
      bytes(held.TRAFFIC ?? 0),
      held.COMPUTE_UNIT === undefined ? "–" : count(held.COMPUTE_UNIT),
    ];
  };
  return [
    "# Prices",
    "What packages include, and what usage beyond them costs at first start.",
    `Prices are in US dollars and LAND: $1 buys ${count(limits.landPerDollar)} LAND. Operators can change usage prices; **Billing → Prices** shows the current rates of your instance.`,
    "## Packages",
    table(
      [
        "package",
        "for",
        "renewed",
        "IPFS storage",
        "Arweave storage, in total",
        "build time",
        "bandwidth",
        "compute units",
      ],
      [
        ["Trial", "new teams", `no, ends after ${seconds(limits.trialSeconds)}`, ...perPackage("TRIAL")],
        ["Free", "activated accounts", "on the 1st of each month (UTC)", ...perPackage("FREE")],
        ["Standard", "after deposits of $1", "on the 1st of each month (UTC)", ...perPackage("STANDARD")],
      ],
    ),
    "## Usage",
    table(["resource", "per", "price"], rates),
    `Files of up to ${bytes(arweave.arweaveFreeBytes)} on Arweave are free; the Arweave price follows the network. A GB is 1024³ bytes. Each AI model has its own price.`,
    "## Rollup terms",
    table(
      ["term", "price"],
      Object.values(rollupTerms).map(({ label, land }) => [
        label,
        land === 0n ? "free, once per account" : inDollars(land),
      ]),
    ),
    "## Boost",
    table(
      ["item", "price"],
      [
        ["Stage (storage, compute or network)", inDollars(boostStage.land)],
        ["Daily sign-in with LAND", inDollars(dailySignLand)],
        ...Object.entries(boostCards).map(([card, { land }]) => [
          `${card[0]!.toUpperCase()}${card.slice(1)} card`,
          inDollars(land),
        ]),
      ],
    ),
    "## Compute units per RPC method",
    `Other methods cost ${unitsUnlessListed} units. Each delivered subscription event costs ${unitsPerEvent}.`,
    table(
      ["method", "compute units"],
      listedUnits.map(([method, units]) => [`\`${method}\``, count(units)]),
    ),
    "",
  ].join("\n\n");
};

test.each([
  ["limits.md", async () => limitsPage()],
  ["prices.md", pricesPage],
])("docs/reference/%s matches the constants", async (name, page) => {
  const path = join(import.meta.dirname, "../../../docs/reference", name);
  const fresh = await formatMarkdown(await page());
  if (process.env.UPDATE_DOCUMENTS) await writeFile(path, fresh);
  expect(
    await readFile(path, "utf8"),
    "UPDATE_DOCUMENTS=1 npx vitest run tests/contract/interface/reference-document.test.ts",
  ).toBe(fresh);
});
