/** Resource kinds with a custom request handler: dedicated gateways, bucket domains. */
import type { ContentRequest } from "./content/serve-content.ts";
import type { Message } from "./pages.ts";
import type { Exchange } from "./respond.ts";
import type { ShownFile } from "./send-file.ts";
import type { ContentPath } from "./target.ts";

/** A GET or HEAD at a host name that leads to a thing of the handler's kind. */
export interface HostedRequest {
  /** Of the thing. */
  readonly id: string;
  /** Lower case, without port. */
  readonly hostName: string;
  readonly path: ContentPath;
  /**
   * Its `headers` are those of a site: readable from any origin, revalidated on each request. Its `onSent` counts
   * nothing: a handler answers with `{ ...exchange, onSent }` to have the bytes of content counted.
   */
  readonly exchange: Exchange;
  readonly answers: Answers;
}

/**
 * Answers; or, where the thing is not there any more, gives what is to be said then. Its host name may lead elsewhere by now, which
 * is looked up before that is said.
 */
export type HostHandler = (asked: HostedRequest) => Promise<Message | void>;

/** How a handler answers: ranges, conditions, compression and HEAD are seen to. */
export interface Answers {
  /** A stored file; its content type follows from its name, unless `exchange.headers` says another. */
  file(exchange: Exchange, shown: ShownFile): Promise<void>;
  /** Content by CID or name, in every form there is. */
  content(exchange: Exchange, asked: ContentRequest): Promise<void>;
  /** A small page of the gateway's own that says what is wrong. */
  message(exchange: Exchange, message: Message): void;
}
