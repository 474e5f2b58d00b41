/** Constants and limits of the product, each named once with its unit. Both programs read them here. */
const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const DAY_SECONDS = 86_400;

/** Screen */
export const toastMs = 2000;
export const noticeCarouselMs = 2000;
/** The loading screen over the page closes by itself after this long: the work goes on. */
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
/** Images that are shown to others: what every browser draws and what runs no script. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export const feedbackDescriptionMax = 10_000;
/** What one person can send in a day. */
export const feedbackPerDay = 20;

export const clockTickMs = 1000;
/** How far above the end of the page more is asked for. */
export const arriveBottomPx = 200;
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
/** Between attempts of a socket that the cloud has closed or refused; doubled each time. */
export const socketRetryMs = 1000;
export const socketRetryMsMax = 60_000;
/** How long the dashboard keeps what was typed into a form and not sent. */
export const draftKeptSeconds = 7 * DAY_SECONDS;
export const bodyBytesMax = 1 * MiB;
export const idempotencyKeyMax = 255;
export const idempotencySeconds = DAY_SECONDS;

/** Session */
export const accessTokenSeconds = 2 * 3600;
export const tokenRefreshWindowMs = 3_600_000;
/** How long the dashboard waits for a refresh; every call waits behind it. */
export const refreshTimeoutMs = 10_000;
/** Where Web Locks are missing: how long a tab keeps the others waiting after it died, asks again, and looks who was last. */
export const leaseMs = 15_000;
export const leasePollMs = 100;
export const leaseSettleMs = 50;
export const refreshTokenSeconds = 30 * DAY_SECONDS;
export const refreshGraceSeconds = 10;
export const signInNonceSeconds = 300;
/** How long the one-time token between signature and session lives. */
export const signInTokenSeconds = 60;
export const signInsPerMinute = 60;
/** After at most this long a removed member's token stops working in every process. */
export const membershipCacheMs = 5000;

/** Account */
export const usernameMax = 40;
export const avatarPx = 256;
export const avatarBytesMax = 256 * KiB;
export const walletsPerPerson = 10;
/** A session's last use is noted to the minute. */
export const sessionUsedStepSeconds = 60;
/** How long a code-hosting account that nobody has linked yet is remembered for the browser that showed it. */
export const detectedAccountSeconds = 1800;
/** An account that began no longer ago than this, and is empty, gives way to the one it turns out to belong to. */
export const accountNewSeconds = DAY_SECONDS;

/** Teams */
export const memberNoteMax = 100;
export const membersPerTeam = 200;
export const invitationSeconds = 30 * DAY_SECONDS;
/** Letters that invite, in a day: of one team, and to one address by all teams. */
export const invitationLettersPerTeam = 100;
export const invitationLettersPerAddress = 5;
export const noticesKeptSeconds = 90 * DAY_SECONDS;
export const noticesShownMax = 100;
export const noticeMessageMax = 500;
export const noticeLabelMax = 40;
export const noticeNameMax = 40;
export const noticeUrlMax = 2000;

/** E-mail, alerts and webhooks */
export const emailMax = 254;
/** A letter's text goes once it was sent; what is left of it, and what was not sent, after this. */
export const mailKeptSeconds = 30 * DAY_SECONDS;
export const emailCodeSeconds = 900;
export const emailCodeTries = 5;
/** Between two letters with codes for one person, and how many of them a person, or an address, gets in an hour. */
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
/** Beyond this many, entries are not counted. */
export const operationCountMax = 1000;

/** Hosting */
export const projectNameMax = 48;
export const projectsPerTeam = 200;
export const authTokensPerTeam = 10;
export const authTokenNameMax = 40;
export const environmentVariablesPerProject = 100;
export const domainsPerProject = 20;
export const deployHooksPerProject = 20;
export const deployHookNameMax = 30;
export const previewsPerProject = 50;
export const outputFileInlineBytesMax = 512 * KiB;
/** Files listed when two deployments are compared; all are counted. */
export const diffFilesMax = 1000;
export const uploadFilesMax = 20_000;
export const uploadBytesMax = 2 * GiB;
export const uploadPartBytesMax = 16 * MiB;
export const uploadManifestBytesMax = 32 * MiB;
/** What the dashboard sends at once, and how it takes breaks of the line. */
export const uploadPartBytes = 8 * MiB;
export const uploadAttempts = 6;
export const uploadRetryDelayMs = 500;
/** What the dashboard hashes before it sends: all together, and one file, which must fit into memory. */
export const uploadHashedBytesMax = 200 * MiB;
export const uploadHashedFileBytesMax = 64 * MiB;
/** How long the dashboard offers to go on with an upload that was broken off. */
export const uploadKeptSeconds = DAY_SECONDS;
export const uploadPathBytesMax = 1024;
export const zipRatioMax = 200;
/** An archive that unpacks to no more than this is no bomb, whatever its ratio. */
export const zipRatioFloorBytes = 1 * MiB;
/** Uploads of one team that are under way. */
export const uploadsOpenMax = 20;
/** After this long without a part an upload is given up. */
export const uploadIdleSeconds = DAY_SECONDS;
/** How long the cloud knows an upload again that nobody repeats. */
export const knownUploadSeconds = 90 * DAY_SECONDS;
/** How long it keeps the files of one known again until they are deployed. */
export const uploadPromiseSeconds = 3600;
/** How often a list asks again while something waits in the queue: others move up too, and only their own teams hear of it. */
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

/** Trial package: 7 days. Bytes, and seconds of build time. */
export const trialSeconds = 7 * DAY_SECONDS;
export const trialAllowance = {
  IPFS_STORAGE: 1 * GiB,
  AR_STORAGE: 10 * MiB,
  BUILD_TIME: 50 * 60,
  TRAFFIC: 1 * GiB,
} as const;

/** Resources that are counted, allowed and priced. Storage and traffic in bytes, build time in seconds. */
export const meteredResources = [
  "IPFS_STORAGE",
  "AR_STORAGE",
  "TRAFFIC",
  "BUILD_TIME",
  "COMPUTE_UNIT",
  "AI_RPC",
] as const;
export type MeteredResource = (typeof meteredResources)[number];

/** Labels that no project, gateway or rollup may take as its host name. */
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
