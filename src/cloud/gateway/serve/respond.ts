/** Sends responses without files: redirects, built-in pages and empty responses. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { messagePage, pagePolicy, type Message } from "./pages.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Sent with every response to this request. */
  readonly headers: OutgoingHttpHeaders;
  /** Called once with the number of content bytes sent. */
  onSent(bytes: number): void;
  /** Called with a complete response that can be cached for other visitors. */
  readonly onWhole?: ((answer: WholeAnswer) => void) | undefined;
}

/** A response with status 200, in memory. */
export interface WholeAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Uint8Array;
}

/** Returns the exchange with additional headers; undefined removes one. */
export const withHeaders = (exchange: Exchange, headers: OutgoingHttpHeaders): Exchange => ({
  ...exchange,
  headers: { ...exchange.headers, ...headers },
});

/** Returns the exchange with cache directives. Keeps `no-store` and `private`. */
export const cachedFor = (exchange: Exchange, directives: string): Exchange => {
  const current = String(exchange.headers["cache-control"] ?? "");
  if (current.includes("no-store")) return exchange;
  const isPrivate = current.startsWith("private");
  return withHeaders(exchange, { "cache-control": `${isPrivate ? "private" : "public"}, ${directives}` });
};

/** Returns the exchange with cache directives for a page about immutable content, which changes with Freehold. A name keeps its own. */
export const cachedAsPage = (exchange: Exchange, directives: string): Exchange =>
  String(exchange.headers["cache-control"] ?? "").includes("immutable") ? cachedFor(exchange, directives) : exchange;

/**
 * Sends an error page that is not cached. For a browser's default icon request, sends an empty response instead: an error
 * would only appear in the visitor's console.
 */
export const sendMessage = (exchange: Exchange, message: Message): void => {
  const changing = withHeaders(exchange, { "cache-control": "no-cache" });
  if (isIconRequest(exchange)) return end(changing.response, 204, changing.headers);
  sendPage(changing, message.status, messagePage(message));
};

/** Whether a browser requests its default icon. Browsers request /favicon.ico as an image; other clients do not. */
export const isIconRequest = ({ request }: Pick<Exchange, "request">): boolean =>
  /^\/favicon\.ico(\?|$)/.test(request.url ?? "") && (request.headers.accept ?? "").includes("image/");

/** Sends one of the gateway's own pages. */
export const sendPage = ({ request, response, headers }: Exchange, status: number, html: string): void => {
  const policy = [pagePolicy, headers["content-security-policy"]].filter(Boolean).join("; ");
  const bytes = Buffer.from(html);
  writeHead(response, status, {
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "content-length": bytes.length,
    "content-security-policy": policy,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
};

export const end = (
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body?: Uint8Array,
): void => {
  writeHead(response, status, headers).end(body);
};

export const writeHead = (response: ServerResponse, status: number, headers: OutgoingHttpHeaders): ServerResponse =>
  response.writeHead(status, flatHeaders(headers));

/** Returns alternating names and values without undefined ones: the fastest format for Node. */
export const flatHeaders = (headers: OutgoingHttpHeaders): string[] => {
  const flat: string[] = [];
  for (const name in headers) if (headers[name] !== undefined) flat.push(name, String(headers[name]));
  return flat;
};
