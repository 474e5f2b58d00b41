/** Models behind one wire format, OpenAI's: the embedded one, and servers elsewhere that speak it. */

/** What an upstream can be asked; the ends of their paths. */
export const operations = ["chat/completions", "completions", "embeddings"] as const;
export type Operation = (typeof operations)[number];

export interface ModelCard {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputModalities: readonly string[];
  readonly outputModalities: readonly string[];
  /** Tokens that it sees at once, where its server says so. */
  readonly contextTokens?: number;
  /** What it can be asked, where that is known; anything otherwise. */
  readonly operations?: readonly Operation[];
  /** The one that comes with the program. */
  readonly isEmbedded?: true;
}

/** The body of a request as the client sent it, with what the cloud changed of it. */
export type Ask = Readonly<Record<string, unknown>> & { readonly model: string };

export interface Upstream {
  readonly name: string;
  /** Its models cost nothing unless the price list says otherwise; those of others are only offered with a price. */
  readonly isFree: boolean;
  /** None while it does not answer. */
  models(): Promise<readonly ModelCard[]>;
  /** Resolves with its head: JSON, or server-sent events where `stream` asks for them. Throws where nobody answers. */
  ask(operation: Operation, body: Ask, signal: AbortSignal): Promise<Response>;
}

export interface Ai {
  /** In the order in which they are tried. */
  readonly upstreams: readonly Upstream[];
  close(): Promise<void>;
}
