/**
 * Permissions to read, list, write and delete in buckets, and to read by CID or host name. Source of
 * docs/reference/storage-access.md.
 */

export const operations = ["read", "list", "write", "delete"] as const;
export type Operation = (typeof operations)[number];

/** Private, or public with an ACL that allows reading and listing. */
export const bucketKinds = ["private", "public"] as const;
export type BucketKind = (typeof bucketKinds)[number];

type Rights = Readonly<Record<BucketKind, readonly Operation[]>>;

interface Row extends Rights {
  readonly who: string;
  /** S3's code for deeds without a listed one. */
  readonly otherwise: string;
}

const everything: Rights = { private: operations, public: operations };
const publicRights: Rights = { private: [], public: ["read", "list"] };
const nothing: Rights = { private: [], public: [] };

/** Over S3, with a file `notes/letter` in a bucket of each kind; "list" lists the whole bucket. */
export const s3Rows = {
  owner: { who: "The owner's session", ...everything, otherwise: "" },
  master: { who: "The master key", ...everything, otherwise: "" },
  manager: { who: "A member who manages buckets", ...everything, otherwise: "" },
  reader: {
    who: "A member with read access",
    private: ["read", "list"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  readersKey: {
    who: "A key of a member who now has read access only",
    private: ["read", "list"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  disabled: { who: "A disabled member with older keys", ...nothing, otherwise: "InvalidAccessKeyId" },
  removed: { who: "A removed member with older keys", ...nothing, otherwise: "InvalidAccessKeyId" },
  withoutBuckets: {
    who: "A member without access to buckets, with older keys",
    ...nothing,
    otherwise: "InvalidAccessKeyId",
  },
  stranger: { who: "Another team's session or key", ...publicRights, otherwise: "AccessDenied" },
  anyone: { who: "Anyone, unsigned", ...publicRights, otherwise: "AccessDenied" },
  readKey: {
    who: "A read-only key",
    private: ["read", "list"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  writeKey: {
    who: "A write-only key",
    private: ["write"],
    public: ["read", "list", "write"],
    otherwise: "AccessDenied",
  },
  noDeleteKey: {
    who: "A key without the right to delete",
    private: ["read", "list", "write"],
    public: ["read", "list", "write"],
    otherwise: "AccessDenied",
  },
  otherBucketKey: { who: "A key for another bucket", ...publicRights, otherwise: "AccessDenied" },
  prefixKey: {
    who: "A key for the prefix `notes/`",
    private: ["read", "write", "delete"],
    public: operations,
    otherwise: "AccessDenied",
  },
  otherPrefixKey: { who: "A key for another prefix", ...publicRights, otherwise: "AccessDenied" },
  endedKey: { who: "An expired key", ...nothing, otherwise: "ExpiredToken" },
  deletedKey: { who: "A deleted key", ...nothing, otherwise: "InvalidAccessKeyId" },
  resetMaster: { who: "The master key before a reset", ...nothing, otherwise: "InvalidAccessKeyId" },
  endedSession: { who: "An expired session", ...nothing, otherwise: "ExpiredToken" },
  tokenless: { who: "A session's key without its session token", ...nothing, otherwise: "InvalidToken" },
  wrongSecret: { who: "A key with a wrong secret", ...nothing, otherwise: "SignatureDoesNotMatch" },
  wrongClock: {
    who: "The owner, with a clock an hour off",
    ...nothing,
    otherwise: "RequestTimeTooSkewed",
  },
  shared: {
    who: "A share link for this file",
    private: ["read"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  presigned: {
    who: "A URL presigned for reading",
    private: ["read"],
    public: ["read"],
    otherwise: "SignatureDoesNotMatch",
  },
  presignedWrite: {
    who: "A URL presigned for writing `notes/new`",
    private: ["write"],
    public: ["write"],
    otherwise: "SignatureDoesNotMatch",
  },
  presignedEnded: { who: "An expired presigned URL", ...nothing, otherwise: "AccessDenied" },
  presignedAltered: {
    who: "An altered presigned URL",
    ...nothing,
    otherwise: "SignatureDoesNotMatch",
  },
  presignedDeleted: {
    who: "A URL presigned with a deleted key",
    ...nothing,
    otherwise: "InvalidAccessKeyId",
  },
} as const satisfies Record<string, Row>;
export type S3Actor = keyof typeof s3Rows;

export const contents = ["private", "public", "others", "unknown"] as const;
export type Content = (typeof contents)[number];

/** By CID; the numbers are statuses. */
export const gatewayRows = {
  path: { where: "The shared gateway, by path", private: 404, public: 200, others: 404, unknown: 404 },
  host: { where: "The shared gateway, by host", private: 404, public: 200, others: 404, unknown: 404 },
  pathToken: { where: "… with a gateway token of your team", private: 200, public: 200, others: 404, unknown: 404 },
  pathSession: { where: "… with a session of your team", private: 200, public: 200, others: 404, unknown: 404 },
  dedicated: { where: "A public dedicated gateway", private: 404, public: 200, others: 404, unknown: 404 },
  dedicatedToken: { where: "… with a token of its team", private: 200, public: 200, others: 404, unknown: 404 },
  tokenless: { where: "A private gateway, without a token", private: 401, public: 401, others: 401, unknown: 401 },
  token: { where: "… with a token of its team", private: 200, public: 200, others: 404, unknown: 404 },
  tokenInAddress: { where: "… with that token in the URL", private: 200, public: 200, others: 404, unknown: 404 },
  othersToken: { where: "… with another team's token", private: 401, public: 401, others: 401, unknown: 401 },
  deletedToken: { where: "… with a deleted token", private: 401, public: 401, others: 401, unknown: 401 },
} as const satisfies Record<string, Readonly<Record<Content, number>> & { readonly where: string }>;
export type GatewayRow = keyof typeof gatewayRows;

/** Requests to a bucket's host name: a file, its folder, and `/?list-type=2`, S3's listing. */
export const hostRequests = ["file", "folder", "listing"] as const;
export type HostRequest = (typeof hostRequests)[number];

/** A status, or "unknown": the answer of a host name that never existed. */
type HostAnswer = number | "unknown";
type HostRow = Readonly<Record<BucketKind, Readonly<Record<HostRequest, HostAnswer>>>> & { readonly where: string };
const shown = { file: 200, folder: 404, listing: 404 } as const;
const unknownHost = { file: "unknown", folder: "unknown", listing: "unknown" } as const;

/** By host name, without a token or signature. */
export const hostRows = {
  verified: { where: "A verified domain", private: shown, public: shown },
  unverified: { where: "An unverified domain", private: unknownHost, public: unknownHost },
  deleted: { where: "A deleted domain", private: unknownHost, public: unknownHost },
  address: { where: "The bucket's address on this instance", private: shown, public: shown },
  switchedOff: { where: "A removed address", private: unknownHost, public: unknownHost },
  othersTry: {
    where: "A domain or address that another team requested",
    private: unknownHost,
    public: unknownHost,
  },
} as const satisfies Record<string, HostRow>;
export type HostRowName = keyof typeof hostRows;

const introduction = `# Storage access

Who can read, list, write and delete files by S3, by CID and by host name.

A test sends each request of these tables to a running server.

## By S3

The private bucket is as CreateBucket creates it. The public one has the canned ACL \`public-read\`, which opens it to reading and listing.
"List" means the whole bucket: a key for a prefix lists what is below its prefix. The last column is the error code for everything else.`;

const byCid = `## By CID

A CID opens public content: files of public buckets, sites, pins and published snapshots, with everything they contain. Private content is answered
like unknown content, unless the request carries a token of the team that owns it. Private gateways serve their own team's content only. No
gateway accepts PUT or DELETE. See [Gateways](../guides/gateways.md).`;

const byHost = `## By a bucket's host name

A bucket with a host name is public: adding a domain or an address to a private bucket makes it public. The host name shows each file. For a
folder it shows \`index.html\`; it never lists files. Only a team that manages a bucket adds host names, and no host name accepts PUT, POST or
DELETE. A dash is the answer of an unknown host name.`;

/** Renders docs/reference/storage-access.md. */
export const storageAccessDocument = (): string => {
  const mark = (rights: readonly Operation[], deed: Operation): string => (rights.includes(deed) ? "yes" : "–");
  const rows = Object.values<Row>(s3Rows).map((row) => [
    row.who,
    ...bucketKinds.flatMap((kind) => operations.map((deed) => mark(row[kind], deed))),
    row.otherwise,
  ]);
  const heads = ["Who", ...bucketKinds.flatMap((kind) => operations.map((deed) => `${kind}: ${deed}`)), "Otherwise"];
  const ways = Object.values(gatewayRows).map((row) => [row.where, ...contents.map((content) => String(row[content]))]);
  const hosts = Object.values<HostRow>(hostRows).map((row) => [
    row.where,
    ...bucketKinds.flatMap((kind) =>
      hostRequests.map((ask) => (row[kind][ask] === "unknown" ? "–" : String(row[kind][ask]))),
    ),
  ]);
  return [
    introduction,
    tableOf(heads, rows),
    byCid,
    tableOf(
      ["Where", "your team's private file", "your team's public file", "another team's private file", "not held here"],
      ways,
    ),
    byHost,
    tableOf(["Where", ...bucketKinds.flatMap((kind) => hostRequests.map((ask) => `${kind}: ${ask}`))], hosts),
  ].join("\n\n");
};

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
