/** Resource kinds with a custom request handler: dedicated gateways, bucket domains. */
import type { ContentRequest } from "./content/serve-content.ts";
import type { Message } from "./pages.ts";
import type { Exchange } from "./respond.ts";
import type { ShownFile } from "./send-file.ts";
import type { ContentPath } from "./target.ts";

/** A GET or HEAD request to a host name whose target is of the handler's kind. */
export interface HostedRequest {
  /** ID of the target. */
  readonly id: string;
  /** Lower case, without port. */
  readonly hostName: string;
  readonly path: ContentPath;
  /**
   * `headers` are those of a site: readable from any origin, revalidated on each request. `onSent` does nothing: a handler
   * passes `{ ...exchange, onSent }` to count the content bytes sent.
   */
  readonly exchange: Exchange;
  readonly answers: Answers;
}

/**
 * Sends a response. If the target no longer exists, returns the message to send; the gateway first looks up the host name
 * again, because its target can have changed.
 */
export type HostHandler = (request: HostedRequest) => Promise<Message | void>;

/** Response functions for handlers. They support ranges, conditions, compression and HEAD. */
export interface Answers {
  /** Sends a stored file. Its name determines the content type, unless `exchange.headers` sets one. */
  file(exchange: Exchange, shown: ShownFile): Promise<void>;
  /** Serves content by CID or name, in all formats. */
  content(exchange: Exchange, request: ContentRequest): Promise<void>;
  /** Sends an error page. */
  message(exchange: Exchange, message: Message): void;
}
