/** Constants and limits with their units, shared by the server and the dashboard. */
const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const DAY_SECONDS = 86_400;

/** Screen */
export const toastMs = 2000;
export const noticeCarouselMs = 2000;
/** Time after which the loading screen closes; the work continues. */
export const loadingScreenMs = 3000;
export const dialogWidths = [920, 650, 600, 500, 280] as const;
export const pageSizeDefault = 10;
export const pageSizeMax = 100;
export const visiblePages = 7;
export const loadListCollapsed = 20;
export const loadListRowPx = 50;
export const celebrationParticles = 200;
export const chatZIndex = 1000;
export const nameHead = 6;
export const nameTail = 4;
export const logAddressHead = 5;
export const logAddressTail = 4;
export const customDateMinSeconds = Date.UTC(2022, 6, 27) / 1000;
export const imagesMax = 3;
export const imageBytesMax = 10 * MiB;
/** Types of images shown to other users: supported by all browsers, without scripts. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export const feedbackDescriptionMax = 10_000;
/** Daily limit per user. */
export const feedbackPerDay = 20;

export const clockTickMs = 1000;
export const pageSizes = [10, 20, 50, 100] as const;

/** LAND. A balance is converted to storage for 30 days; a custom claim amount counts millions. */
export const landPerDollar = 1_000_000n;
export const landCapTrillions = 99_999;
export const claimStepLand = 1_000_000n;
export const claimDigitsMax = 5;
export const storageMonthSeconds = 2_592_000n;

/** Requests */
export const networkRetries = 3;
export const networkRetryDelayMs = 3000;
export const errorPauseMs = 10;
export const secondaryTimeoutMs = 5000;
export const chunkTimeoutMs = 120_000;
export const chunkRetryDelayMs = 1000;
/** Delay before a socket reconnects; doubled each time. */
export const socketRetryMs = 1000;
export const socketRetryMsMax = 60_000;
/** How long the dashboard keeps unsent form drafts. */
export const draftKeptSeconds = 7 * DAY_SECONDS;
/** Default size limit of a request body. */
export const bodyBytesMax = 64 * 1024;
/** A body that holds files, images or long lists. */
export const largeBodyBytesMax = 1 * MiB;
/** Levels of arrays and objects in a JSON body. */
export const jsonDepthMax = 64;
export const fieldErrorsMax = 20;
export const idempotencyKeyMax = 255;
export const idempotencySeconds = DAY_SECONDS;

/** Session */
export const accessTokenSeconds = 2 * 3600;
export const tokenRefreshWindowMs = 3_600_000;
/** Timeout of a session refresh; all calls wait for it. */
export const refreshTimeoutMs = 10_000;
/** Lease times without Web Locks: expiry of a dead tab's lease, retry interval, and settling time. */
export const leaseMs = 15_000;
export const leasePollMs = 100;
export const leaseSettleMs = 50;
export const refreshTokenSeconds = 30 * DAY_SECONDS;
export const refreshGraceSeconds = 10;
export const signInNonceSeconds = 300;
/** Time after a sign-in in which calls with `fresh` need no signature. */
export const freshSignInSeconds = 300;
/** Lifetime of the one-time token between signature and session. */
export const signInTokenSeconds = 60;
export const signInsPerMinute = 60;
/** Maximum time until a removed member's token stops working in all processes. */
export const membershipCacheMs = 5000;

/** Account */
export const usernameMax = 40;
export const avatarPx = 256;
export const avatarBytesMax = 256 * KiB;
export const walletsPerPerson = 10;
/** Precision of a session's last use: one minute. */
export const sessionUsedStepSeconds = 60;
/** How long an unlinked code-hosting account is remembered for its browser. */
export const detectedAccountSeconds = 1800;
/** Maximum age of an empty account that can be replaced by the account it belongs to. */
export const accountNewSeconds = DAY_SECONDS;

/** Teams */
export const memberNoteMax = 100;
export const membersPerTeam = 200;
export const invitationSeconds = 30 * DAY_SECONDS;
/** Daily limits of invitation emails: per team, and per address across teams. */
export const invitationEmailsPerTeam = 100;
export const invitationEmailsPerAddress = 5;
export const noticesKeptSeconds = 90 * DAY_SECONDS;
export const noticesShownMax = 100;
export const noticeMessageMax = 500;
export const noticeLabelMax = 40;
export const noticeNameMax = 40;
export const noticeUrlMax = 2000;

/** Email, alerts and webhooks */
export const emailMax = 254;
/** Retention of emails: texts are deleted once sent; records and unsent emails after this time. */
export const mailKeptSeconds = 30 * DAY_SECONDS;
export const emailCodeSeconds = 900;
export const emailCodeTries = 5;
/** Delay between code emails to a user, and the hourly limits per user and per address. */
export const emailResendSeconds = 60;
export const emailCodesPerHour = 10;
export const alertPercentMin = 1;
export const alertPercentMax = 90;
export const alertPercentDefault = 10;
export const webhookUrlMax = 2000;
export const webhookDeliveriesShown = 20;
export const webhookDeliveriesKept = 200;

/** Operation log */
export const operationLogKeptSeconds = 365 * DAY_SECONDS;
export const operationTargetMax = 200;
/** Entries of one exported file. */
export const operationExportMax = 50_000;
/** Maximum number of entries counted. */
export const operationCountMax = 1000;

/** Hosting */
export const projectNameMax = 48;
/** Size limit of a framework's build cache per project. */
export const frameworkCacheBytesMax = 1024 * 1024 * 1024;
export const frameworkCacheFilesMax = 100_000;
/** Timeout of a deployment that fetches content from the IPFS network. */
export const hashFetchMinutesMax = 30;
export const projectsPerTeam = 200;
export const authTokensPerTeam = 10;
export const authTokenNameMax = 40;
export const environmentVariablesPerProject = 100;
export const buildTagsPerProject = 8;
export const domainsPerProject = 20;
export const deployHooksPerProject = 20;
export const deployHookNameMax = 30;
export const previewsPerProject = 50;
export const outputFileInlineBytesMax = 512 * KiB;
/** Maximum number of files listed in a comparison of deployments; the counts include all. */
export const diffFilesMax = 1000;
export const uploadFilesMax = 20_000;
export const uploadBytesMax = 2 * GiB;
export const uploadPartBytesMax = 16 * MiB;
export const uploadManifestBytesMax = 32 * MiB;
/** Concurrency and retries of the dashboard's uploads. */
export const uploadPartBytes = 8 * MiB;
export const uploadAttempts = 6;
export const uploadRetryDelayMs = 500;
/** Size limits for hashing before an upload: in total, and per file, which must fit into memory. */
export const uploadHashedBytesMax = 200 * MiB;
export const uploadHashedFileBytesMax = 64 * MiB;
/** How long the dashboard offers to resume an interrupted upload. */
export const uploadKeptSeconds = DAY_SECONDS;
export const uploadPathBytesMax = 1024;
export const zipRatioMax = 200;
/** Archives up to this unpacked size are accepted at any compression ratio. */
export const zipRatioFloorBytes = 1 * MiB;
/** Maximum concurrent uploads per team. */
export const uploadsOpenMax = 20;
/** Idle time after which an upload is abandoned. */
export const uploadIdleSeconds = DAY_SECONDS;
/** How long the server recognizes a repeated upload. */
export const knownUploadSeconds = 90 * DAY_SECONDS;
/** How long the server keeps the files of a recognized upload before deployment. */
export const uploadPromiseSeconds = 3600;
/** Polling interval of lists with queued items: queue positions change without events. */
export const queuePollMs = 5000;
export const buildMinutesMax = 20;
export const buildOutputFilesMax = 50_000;
export const buildOutputBytesMax = 2 * GiB;
/** Everything a build writes: checkout, dependencies and output. */
export const buildDiskBytesMax = 8 * GiB;
export const logLinesMax = 200_000;
export const logLineBytesMax = 8 * KiB;
export const logBytesMax = 64 * MiB;
export const logPageLines = 5000;
export const repositoriesPerTeam = 100;
export const repositoryBytesMax = 1 * GiB;
/** Longest fetch of a repository from another host. */
export const fetchSecondsMax = 300;
export const repositoryPageSize = 20;
export const checkoutFilesMax = 100_000;
export const checkoutBytesMax = 2 * GiB;

/** Trial package: 7 days. In bytes and seconds of build time. */
export const trialSeconds = 7 * DAY_SECONDS;
export const trialAllowance = {
  IPFS_STORAGE: 1 * GiB,
  AR_STORAGE: 10 * MiB,
  BUILD_TIME: 50 * 60,
  TRAFFIC: 1 * GiB,
} as const;

/** Metered resources. Storage and traffic in bytes, build time in seconds. */
export const meteredResources = [
  "IPFS_STORAGE",
  "AR_STORAGE",
  "TRAFFIC",
  "BUILD_TIME",
  "COMPUTE_UNIT",
  "AI_RPC",
] as const;
export type MeteredResource = (typeof meteredResources)[number];

/** Reserved host names of projects, gateways and rollups. */
export const reservedHostnames = [
  "www",
  "api",
  "app",
  "admin",
  "s3",
  "ipfs",
  "ipns",
  "rpc",
  "git",
  "docs",
  "status",
  "mail",
  "static",
  "assets",
  "gateway",
  "explorer",
  "bridge",
  "socket",
  "boost",
  "localhost",
  "arweave",
  "ar",
  "operator",
  "dev",
] as const;
