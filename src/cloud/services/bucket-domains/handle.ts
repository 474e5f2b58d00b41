/** Serves a bucket's host name: objects by key, without listings. */
import type { OutgoingHttpHeaders } from "node:http";
import type { EntryStat } from "../../engines/blocks/blocks.ts";
import type { Bucket, StoredObject } from "../buckets/service.ts";
import { pausedMessage, withHeaders, type Answers, type Exchange, type HostHandler } from "../gateway/service.ts";

export interface BucketHandlerDeps {
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

export const createBucketHandler =
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
