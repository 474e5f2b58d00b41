/** Serves public buckets on a host name: a custom domain or a Freehold subdomain. */
import type { OutgoingHttpHeaders } from "node:http";
import { CID } from "multiformats/cid";
import type { BucketAddress } from "../../../../resources/storage/domain-calls.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Bucket, StoredObject, Buckets } from "../buckets/service.ts";
import {
  type Gateway,
  pausedMessage,
  withHeaders,
  type Answers,
  type Exchange,
  type HostHandler,
} from "../../gateway/serve/service.ts";
import type { BucketDomains } from "../../hosting/domains/service.ts";
import { hasTraffic } from "../../billing/has-traffic.ts";
import type { Hostnames } from "../../hosting/hostnames/service.ts";
import type { EntryStat } from "../../engines/blocks/blocks.ts";

export type BucketAddresses = ReturnType<typeof createBucketAddresses>;

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly buckets: Pick<Buckets, "find" | "head" | "setVisibility" | "visibilityChanged" | "onHide">;
  readonly domains: { readonly ofBuckets: Pick<BucketDomains, "leadTo"> };
  readonly gateway: Pick<Gateway, "registerHandler" | "invalidate">;
  readonly hostnames: Hostnames;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask">;
  /** Whether a team's content is served. */
  isServed(teamId: string): Promise<boolean>;
  siteUrl(label: string): string;
}

/** Target kind of host names and domains. */
const kind = "bucket";
const cacheMs = 5000;

export const createBucketAddresses = (deps: Deps) => {
  const { engines, buckets, domains, gateway, hostnames, usage, allowance, siteUrl } = deps;
  const { db } = engines.database;
  const names = createLookupCache(cacheMs, (id) => nameOf(db, id));
  const traffic = createLookupCache(cacheMs, (key) => {
    const [teamId = "", subject = ""] = key.split(" ");
    return hasTraffic(db, allowance, teamId, { service: "BUCKET", subject });
  });
  gateway.registerHandler(
    kind,
    createBucketHandler({
      bucketOf: async (id) => {
        const name = await names.get(id);
        const bucket = name === undefined ? undefined : await buckets.find(name);
        // Another bucket may have taken the cached name.
        return bucket?.id === id ? bucket : undefined;
      },
      head: buckets.head,
      entryOf: (cid) => engines.blocks.resolve(CID.parse(cid), []),
      isServed: deps.isServed,
      hasTraffic: ({ id, teamId }) => traffic.get(`${teamId} ${id}`),
      onServed: ({ id, teamId }, bytes) =>
        usage.record({ teamId, resource: "TRAFFIC", subject: id, amount: bytes, service: "BUCKET" }),
    }),
  );

  buckets.onHide(async (trx, { id }) => {
    const hostname = trx.selectFrom("hostname").select("label").where("kind", "=", kind).where("target_id", "=", id);
    if ((await hostname.executeTakeFirst()) || (await domains.ofBuckets.leadTo(trx, id)))
      throw new AppError("BUCKET_HAS_DOMAINS");
  });
  /** Locks the bucket's row, so concurrent requests can't claim a name or make the bucket private. */
  const lock = async (trx: Trx, teamId: string, bucketName: string): Promise<{ readonly id: string }> => {
    const ofTeam = trx.selectFrom("bucket").select("id").where("team_id", "=", teamId).where("name", "=", bucketName);
    return ofTeam.forNoKeyUpdate().executeTakeFirstOrThrow(notFound);
  };

  return {
    /** Makes a bucket public before it gets a domain. Call `changed` after the commit. Throws NOT_FOUND. */
    async publish(trx: Trx, teamId: string, bucketName: string): Promise<{ readonly id: string }> {
      const bucket = await lock(trx, teamId, bucketName);
      await buckets.setVisibility(trx, bucket, "public");
      return bucket;
    },
    /** Lists the team's buckets by name, each with its address. */
    async list(on: Db, teamId: string): Promise<BucketAddress[]> {
      const rows = await addressed(on, teamId).orderBy("bucket.name").execute();
      return rows.map(({ name, label }) => ({ bucketName: name, ...(label !== null && { url: siteUrl(label) }) }));
    },
    /** Assigns or removes a bucket's address. Idempotent. Call `changed` after the commit. Throws NOT_FOUND. */
    async set(
      trx: Trx,
      teamId: string,
      bucketName: string,
      on: boolean,
    ): Promise<BucketAddress & { readonly id: string }> {
      const { id } = await lock(trx, teamId, bucketName);
      if (!on) {
        await hostnames.release(trx, kind, id);
        return { id, bucketName };
      }
      await buckets.setVisibility(trx, { id }, "public");
      const { label } = await addressed(trx, teamId).where("bucket.id", "=", id).executeTakeFirstOrThrow();
      return { id, bucketName, url: siteUrl(label ?? (await hostnames.claim(trx, bucketName, kind, id))) };
    },
    /** Applies a committed change in every process. */
    changed(bucketId: string): void {
      buckets.visibilityChanged();
      gateway.invalidate(kind, bucketId);
    },
  };
};

const addressed = (db: Db, teamId: string) =>
  db
    .selectFrom("bucket")
    .leftJoin("hostname", (join) =>
      join
        .on("hostname.kind", "=", kind)
        .on((eb) => eb("hostname.target_id", "=", eb.cast<string>("bucket.id", "text"))),
    )
    .select(["bucket.name", "hostname.label"])
    .where("bucket.team_id", "=", teamId);

const nameOf = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom("bucket").select("name").where("id", "=", id).executeTakeFirst())?.name;

interface BucketHandlerDeps {
  /** Cached briefly: used by every request. */
  bucketOf(id: string): Promise<Bucket | undefined>;
  head(bucket: Bucket, key: string): Promise<StoredObject | undefined>;
  entryOf(cid: string): Promise<EntryStat | undefined>;
  /** Whether the team's content is served. */
  isServed(teamId: string): Promise<boolean>;
  /** Whether the team has bandwidth left. */
  hasTraffic(bucket: Pick<Bucket, "id" | "teamId">): Promise<boolean>;
  onServed(bucket: Bucket, bytes: number): void;
}

const indexPage = "index.html";
const missingPage = "404.html";

const messages = {
  gone: { status: 404, title: "Bucket not found", text: "No bucket uses this address. Check the spelling." },
  missing: { status: 404, title: "Not found", text: "There is no file at this address." },
  traffic: {
    status: 402,
    title: "Bandwidth limit reached",
    text: "The team that owns this bucket has used up its bandwidth.",
  },
} as const;

/** Serves a bucket's host name: objects by key, without listings. */
const createBucketHandler =
  (deps: BucketHandlerDeps): HostHandler =>
  async ({ id, exchange, answers }) => {
    const bucket = await deps.bucketOf(id);
    if (!bucket) return messages.gone;
    if (!(await deps.isServed(bucket.teamId))) return answers.message(exchange, pausedMessage);
    if (!(await deps.hasTraffic(bucket))) return answers.message(exchange, messages.traffic);
    const sendObject = createSender(deps, bucket, exchange, answers);
    const { pathname, search } = splitUrl(exchange);
    const key = decodeURIComponent(pathname.slice(1));
    const isFolder = key === "" || key.endsWith("/");
    const object = await deps.head(bucket, isFolder ? key + indexPage : key);
    if (object) return sendObject(object);
    // Relative links on an index page resolve against the folder's URL.
    if (!isFolder && (await deps.head(bucket, `${key}/${indexPage}`))) {
      // Includes the host: a bare path that begins with two slashes would redirect to another host.
      const location = `//${exchange.request.headers.host ?? ""}${pathname}/${search}`;
      exchange.response.writeHead(302, { ...exchange.headers, location }).end();
      return;
    }
    const page = await deps.head(bucket, missingPage);
    return page ? sendObject(page, 404) : answers.message(exchange, messages.missing);
  };

const createSender =
  ({ entryOf, onServed }: BucketHandlerDeps, bucket: Bucket, exchange: Exchange, answers: Answers) =>
  async (object: StoredObject, status?: number): Promise<void> => {
    const entry = await entryOf(object.cid);
    // Deleted during the lookup.
    if (!entry) return answers.message(exchange, messages.missing);
    const counted = { ...exchange, onSent: (bytes: number) => onServed(bucket, bytes) };
    const named = withHeaders(counted, headersOf(object));
    return answers.file(named, { entry, name: object.key, ...(status !== undefined && { status }) });
  };

/**
 * Returns headers from the object's attributes. Without a stored type, the name determines it. Metadata is not sent.
 */
const headersOf = (object: StoredObject): OutgoingHttpHeaders => {
  const values = {
    "content-type": object.contentType,
    "cache-control": object.cacheControl,
    "content-disposition": object.contentDisposition,
    "content-encoding": object.contentEncoding,
    "content-language": object.contentLanguage,
    expires: object.expires,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
};

/** Splits the request URL without normalizing it: a key can have empty parts. */
const splitUrl = ({ request: { url = "/" } }: Exchange): { pathname: string; search: string } => {
  const queryAt = url.indexOf("?");
  return queryAt < 0 ? { pathname: url, search: "" } : { pathname: url.slice(0, queryAt), search: url.slice(queryAt) };
};
