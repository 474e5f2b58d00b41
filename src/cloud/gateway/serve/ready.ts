/** Caches complete responses of sites and of public content by CID: most requests to a busy address are repeated. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { CID } from "multiformats/cid";
import { createCache } from "../../engines/blocks/store/cache.ts";
import { unchangedTag } from "./conditions.ts";
import { codingFor } from "./compression/encodings.ts";
import { flatHeaders, type WholeAnswer } from "./respond.ts";
import { countSent } from "./send-bytes.ts";
import type { Site } from "./sites/sites.ts";

/** The bytes are mostly shared with the block and compression caches. */
const CACHE_BYTES = 32 * 1024 * 1024;
const HEADERS_BYTES = 2000;
/** Headers that change the response for content by CID: its format, a redirect to a separate origin, a refused script. */
const shapingHeaders = ["accept", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "service-worker"];

/** The version of a site, or the root of content by CID. */
type Source = Site | CID;

export interface ReadyAnswer {
  readonly source: Source;
  readonly bytes: Uint8Array;
  readonly headers: string[];
  readonly etag: string;
  readonly headersUnchanged: string[];
}

export const createReadyAnswers = () => {
  const cache = createCache<ReadyAnswer>(CACHE_BYTES, ({ bytes }) => bytes.length + HEADERS_BYTES);
  let clears = 0;

  return {
    /** Returns the cached response of a site; undefined if there is none of this version. */
    ofSite(request: IncomingMessage, site: Site): ReadyAnswer | undefined {
      const ready = isWhole(request) ? cache.peek(siteKey(request)) : undefined;
      return ready?.source === site ? ready : undefined;
    },
    /** Returns the cached response for content by CID. The caller checks that its root, the source, is still public. */
    ofContent(request: IncomingMessage): (ReadyAnswer & { readonly source: CID }) | undefined {
      const ready = isWhole(request) ? cache.peek(contentKey(request)) : undefined;
      return ready && isOfContent(ready) ? ready : undefined;
    },
    /** Call it before the response is computed: the returned function does not keep a response from before a `clear`. */
    keeping(request: IncomingMessage, source: Source): (answer: WholeAnswer) => void {
      const before = clears;
      const key = source instanceof CID ? contentKey(request) : siteKey(request);
      return ({ headers, bytes }) => {
        // Arbitrary queries would fill the cache with copies of one file.
        if (clears !== before || request.url?.includes("?")) return;
        const { "content-type": _, ...unchanged } = headers;
        cache.delete(key);
        void cache.get(key, async () => ({
          source,
          bytes,
          headers: flatHeaders({ ...headers, "content-length": bytes.length }),
          etag: String(headers.etag),
          headersUnchanged: flatHeaders(unchanged),
        }));
      };
    },
    clear(): void {
      clears++;
      cache.clear();
    },
  };
};

/** Sends a cached response, or 304. Returns false if the client has another version. */
export const sendReady = (
  request: IncomingMessage,
  response: ServerResponse,
  ready: ReadyAnswer,
  counting: () => (bytes: number) => void,
): boolean => {
  if (request.headers["if-none-match"] !== undefined) {
    if (!unchangedTag(request.headers, [ready.etag])) return false;
    counting();
    response.writeHead(304, ready.headersUnchanged).end();
    return true;
  }
  countSent(response, () => ready.bytes.length, counting());
  response.writeHead(200, ready.headers).end(ready.bytes);
  return true;
};

const isOfContent = (ready: ReadyAnswer): ready is ReadyAnswer & { readonly source: CID } =>
  ready.source instanceof CID;

const isWhole = ({ method, headers }: IncomingMessage): boolean => method === "GET" && headers.range === undefined;

const siteKey = ({ headers, url }: IncomingMessage): string =>
  `${codingFor(headers["accept-encoding"]) ?? ""} ${headers.host} ${url}`;

const contentKey = (request: IncomingMessage): string => {
  let key = siteKey(request);
  for (const name of shapingHeaders) key += `\n${String(request.headers[name] ?? "")}`;
  return key;
};
