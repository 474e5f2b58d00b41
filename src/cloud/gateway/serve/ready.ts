/** Caches complete responses of sites: most requests to a busy site are repeated. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createCache } from "../../engines/blocks/store/cache.ts";
import { unchangedTag } from "./conditions.ts";
import { codingFor } from "./compression/encodings.ts";
import { flatHeaders, type WholeAnswer } from "./respond.ts";
import { countSent } from "./send-bytes.ts";
import type { Site } from "./sites/sites.ts";

/** The bytes are mostly shared with the block and compression caches. */
const CACHE_BYTES = 32 * 1024 * 1024;
const HEADERS_BYTES = 2000;

interface Ready {
  readonly site: Site;
  readonly bytes: Uint8Array;
  readonly headers: string[];
  readonly etag: string;
  readonly headersUnchanged: string[];
}

export interface ReadyAnswers {
  /** Sends a cached response if it belongs to this version of the site. Returns false if there is none. */
  send(request: IncomingMessage, response: ServerResponse, site: Site, onSent: (bytes: number) => void): boolean;
  keep(request: IncomingMessage, site: Site, answer: WholeAnswer): void;
  clear(): void;
}

export const createReadyAnswers = (): ReadyAnswers => {
  const cache = createCache<Ready>(CACHE_BYTES, ({ bytes }) => bytes.length + HEADERS_BYTES);

  return {
    clear: cache.clear,
    send(request, response, site, onSent) {
      if (request.method !== "GET" || request.headers.range !== undefined) return false;
      const ready = cache.peek(keyOf(request));
      if (ready?.site !== site) return false;
      if (request.headers["if-none-match"] !== undefined) {
        if (!unchangedTag(request.headers, [ready.etag])) return false;
        response.writeHead(304, ready.headersUnchanged).end();
        return true;
      }
      countSent(response, () => ready.bytes.length, onSent);
      response.writeHead(200, ready.headers).end(ready.bytes);
      return true;
    },
    keep(request, site, { headers, bytes }) {
      // Arbitrary queries would fill the cache with copies of one file.
      if (request.url?.includes("?")) return;
      const { "content-type": _, ...unchanged } = headers;
      cache.delete(keyOf(request));
      void cache.get(keyOf(request), async () => ({
        site,
        bytes,
        headers: flatHeaders({ ...headers, "content-length": bytes.length }),
        etag: String(headers.etag),
        headersUnchanged: flatHeaders(unchanged),
      }));
    },
  };
};

const keyOf = ({ headers, url }: IncomingMessage): string =>
  `${codingFor(headers["accept-encoding"]) ?? ""} ${headers.host} ${url}`;
