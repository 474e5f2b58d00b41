/** Who reads, lists, writes and deletes what in buckets, and who reads what by its CID or a host name. docs/storage-access.md is made of this. */

export const deeds = ["read", "list", "write", "delete"] as const;
export type Deed = (typeof deeds)[number];

/** Open to everybody's reading by its policy, or not. */
export const bucketKinds = ["private", "public"] as const;
export type BucketKind = (typeof bucketKinds)[number];

type Rights = Readonly<Record<BucketKind, readonly Deed[]>>;

interface Row extends Rights {
  readonly who: string;
  /** S3's code for what is not in the list. */
  readonly otherwise: string;
}

const everything: Rights = { private: deeds, public: deeds };
const anybodys: Rights = { private: [], public: ["read", "list"] };
const nothing: Rights = { private: [], public: [] };

/** By S3, with a file `notes/letter` in a bucket of each kind; "list" is the whole bucket. */
export const s3Rows = {
  owner: { who: "The owner's session", ...everything, otherwise: "" },
  master: { who: "The master key", ...everything, otherwise: "" },
  manager: { who: "A member who manages buckets", ...everything, otherwise: "" },
  reader: {
    who: "A member who may only read them",
    private: ["read", "list"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  readersKey: {
    who: "A key made by a member who may only read since then",
    private: ["read", "list"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  disabled: { who: "A disabled member, with keys from before", ...nothing, otherwise: "InvalidAccessKeyId" },
  removed: { who: "A removed member, with keys from before", ...nothing, otherwise: "InvalidAccessKeyId" },
  withoutBuckets: {
    who: "A member who lost the section of buckets, with keys from before",
    ...nothing,
    otherwise: "InvalidAccessKeyId",
  },
  stranger: { who: "Another team's session or key", ...anybodys, otherwise: "AccessDenied" },
  anybody: { who: "Anybody, unsigned", ...anybodys, otherwise: "AccessDenied" },
  readKey: {
    who: "A key that may read",
    private: ["read", "list"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  writeKey: {
    who: "A key that may write",
    private: ["write"],
    public: ["read", "list", "write"],
    otherwise: "AccessDenied",
  },
  noDeleteKey: {
    who: "A key that may not delete",
    private: ["read", "list", "write"],
    public: ["read", "list", "write"],
    otherwise: "AccessDenied",
  },
  otherBucketKey: { who: "A key for another bucket", ...anybodys, otherwise: "AccessDenied" },
  prefixKey: {
    who: "A key for the prefix `notes/`",
    private: ["read", "write", "delete"],
    public: deeds,
    otherwise: "AccessDenied",
  },
  otherPrefixKey: { who: "A key for another prefix", ...anybodys, otherwise: "AccessDenied" },
  endedKey: { who: "A key after its expiry", ...nothing, otherwise: "ExpiredToken" },
  deletedKey: { who: "A deleted key", ...nothing, otherwise: "InvalidAccessKeyId" },
  resetMaster: { who: "The master key before it was reset", ...nothing, otherwise: "InvalidAccessKeyId" },
  endedSession: { who: "A session after its end", ...nothing, otherwise: "ExpiredToken" },
  tokenless: { who: "A session's key without its session token", ...nothing, otherwise: "InvalidToken" },
  wrongSecret: { who: "A key with a wrong secret", ...nothing, otherwise: "SignatureDoesNotMatch" },
  wrongClock: {
    who: "The owner, by a clock that is an hour off",
    ...nothing,
    otherwise: "RequestTimeTooSkewed",
  },
  shared: {
    who: "Credentials by which this one file is shared",
    private: ["read"],
    public: ["read", "list"],
    otherwise: "AccessDenied",
  },
  presigned: {
    who: "An address presigned for reading it",
    private: ["read"],
    public: ["read"],
    otherwise: "SignatureDoesNotMatch",
  },
  presignedWrite: {
    who: "An address presigned for writing `notes/new`",
    private: ["write"],
    public: ["write"],
    otherwise: "SignatureDoesNotMatch",
  },
  presignedEnded: { who: "A presigned address after its end", ...nothing, otherwise: "AccessDenied" },
  presignedAltered: {
    who: "A presigned address that was altered",
    ...nothing,
    otherwise: "SignatureDoesNotMatch",
  },
  presignedDeleted: {
    who: "An address presigned with a key that was deleted since",
    ...nothing,
    otherwise: "InvalidAccessKeyId",
  },
} as const satisfies Record<string, Row>;
export type S3Actor = keyof typeof s3Rows;

export const contents = ["private", "others", "unknown"] as const;
export type Content = (typeof contents)[number];

/** By CID; the numbers are the answers' status. */
export const gatewayRows = {
  path: { where: "The shared gateway, by path", private: 200, others: 200, unknown: 404 },
  host: { where: "The shared gateway, by host", private: 200, others: 200, unknown: 404 },
  dedicated: { where: "A public dedicated gateway", private: 200, others: 200, unknown: 404 },
  tokenless: { where: "A private gateway, without a token", private: 401, others: 401, unknown: 401 },
  token: { where: "… with a token of its team", private: 200, others: 404, unknown: 404 },
  tokenInAddress: { where: "… with that token in the address", private: 200, others: 404, unknown: 404 },
  othersToken: { where: "… with another team's token", private: 401, others: 401, unknown: 401 },
  deletedToken: { where: "… with a token that was deleted", private: 401, others: 401, unknown: 401 },
} as const satisfies Record<string, Readonly<Record<Content, number>> & { readonly where: string }>;
export type Way = keyof typeof gatewayRows;

/** What is asked for at a bucket's host name: a file, the folder it lies in, and `/?list-type=2`, as S3 lists a bucket. */
export const hostAsks = ["file", "folder", "listing"] as const;
export type HostAsk = (typeof hostAsks)[number];

/** A status, or what a host name answers that nobody ever had. */
type HostAnswer = number | "unknown";
type HostRow = Readonly<Record<BucketKind, Readonly<Record<HostAsk, HostAnswer>>>> & { readonly where: string };
const shown = { file: 200, folder: 404, listing: 404 } as const;
const unknownHost = { file: "unknown", folder: "unknown", listing: "unknown" } as const;

/** By a host name, without a token or a signature. */
export const hostRows = {
  verified: { where: "A domain whose DNS records were found", private: shown, public: shown },
  unverified: { where: "A domain before they were", private: unknownHost, public: unknownHost },
  deleted: { where: "A domain that was deleted", private: unknownHost, public: unknownHost },
  address: { where: "The bucket's address of this cloud", private: shown, public: shown },
  switchedOff: { where: "That address once it was switched off", private: unknownHost, public: unknownHost },
  othersTry: {
    where: "A domain that another team asked for, and an address that it tried to switch on",
    private: unknownHost,
    public: unknownHost,
  },
} as const satisfies Record<string, HostRow>;
export type HostWay = keyof typeof hostRows;

const introduction = `# Who may do what with files

Made from a table that a test holds against a running cloud; each cell is a request that was answered so.

## By S3

A private bucket has no policy. A public one is open to everybody's reading and listing. "List" is the whole bucket: a key for a prefix lists
what is below its prefix. The last column is the code with which the rest is refused.`;

const byCid = `## By CID

Whoever knows a CID reads it at the shared gateway, also when the only file with that content lies in a private bucket: the address of
content is the secret, if there is any. What may only be read by those you name has to be encrypted before it is stored. Private
gateways serve what their own team holds and nothing else. No gateway takes PUT or DELETE.`;

const byHost = `## By a bucket's host name

A host name shows everybody each file of its bucket, whatever the bucket's policy: who gives a bucket a name publishes it. A folder is shown by
its \`index.html\` alone, and nothing is ever listed. Only a team that manages a bucket gives it names, and no host name takes PUT, POST or DELETE.
A dash is the answer of a host name that nobody ever had.`;

/** docs/storage-access.md. */
export const storageAccessDocument = (): string => {
  const mark = (rights: readonly Deed[], deed: Deed): string => (rights.includes(deed) ? "yes" : "–");
  const rows = Object.values<Row>(s3Rows).map((row) => [
    row.who,
    ...bucketKinds.flatMap((kind) => deeds.map((deed) => mark(row[kind], deed))),
    row.otherwise,
  ]);
  const heads = ["Who", ...bucketKinds.flatMap((kind) => deeds.map((deed) => `${kind}: ${deed}`)), "Otherwise"];
  const ways = Object.values(gatewayRows).map((row) => [row.where, ...contents.map((content) => String(row[content]))]);
  const hosts = Object.values<HostRow>(hostRows).map((row) => [
    row.where,
    ...bucketKinds.flatMap((kind) =>
      hostAsks.map((ask) => (row[kind][ask] === "unknown" ? "–" : String(row[kind][ask]))),
    ),
  ]);
  return [
    introduction,
    tableOf(heads, rows),
    byCid,
    tableOf(["Where", "your team's private file", "another team's", "not held by this cloud"], ways),
    byHost,
    tableOf(["Where", ...bucketKinds.flatMap((kind) => hostAsks.map((ask) => `${kind}: ${ask}`))], hosts),
  ].join("\n\n");
};

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
