/** Answers that carry no file: redirects, pages of the gateway's own, empty ones. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { messagePage, pagePolicy, type Message } from "./pages.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Sent with every answer to this request. */
  readonly headers: OutgoingHttpHeaders;
  /** Told once how many bytes of content were sent. */
  onSent(bytes: number): void;
  /** Told of what could be sent to the next visitor as it is. */
  readonly onWhole?: ((answer: WholeAnswer) => void) | undefined;
}

/** An answer of status 200 from memory. */
export interface WholeAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Uint8Array;
}

/** The same exchange with further headers; undefined takes one away. */
export const withHeaders = (exchange: Exchange, headers: OutgoingHttpHeaders): Exchange => ({
  ...exchange,
  headers: { ...exchange.headers, ...headers },
});

/** The same exchange, to be kept by caches for so long, unless no cache may keep it; by the visitor's own alone where the answer is for nobody else. */
export const cachedFor = (exchange: Exchange, directives: string): Exchange => {
  const kept = String(exchange.headers["cache-control"] ?? "");
  if (kept.includes("no-store")) return exchange;
  const isPrivate = kept.startsWith("private");
  return withHeaders(exchange, { "cache-control": `${isPrivate ? "private" : "public"}, ${directives}` });
};

/**
 * Says in a page of the gateway's own what is wrong. It may be another answer soon. Where a browser looks for an icon that no page
 * has named, the answer is empty: an error would only show in the visitor's console.
 */
export const sendMessage = (exchange: Exchange, message: Message): void => {
  const changing = withHeaders(exchange, { "cache-control": "no-cache" });
  if (looksForIcon(exchange)) return end(changing.response, 204, changing.headers);
  sendPage(changing, message.status, messagePage(message));
};

/** Browsers ask for /favicon.ico as an image; programs that look for a file of this name do not. */
export const looksForIcon = ({ request }: Pick<Exchange, "request">): boolean =>
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

/** Names and values in turns, as Node writes them fastest; without those that are undefined. */
export const flatHeaders = (headers: OutgoingHttpHeaders): string[] => {
  const flat: string[] = [];
  for (const name in headers) if (headers[name] !== undefined) flat.push(name, String(headers[name]));
  return flat;
};
