/** AI models behind OpenAI's wire format: the embedded model, a model file, and external model servers. */

/** Operations of an upstream, each the end of its path. */
export const operations = ["chat/completions", "completions", "embeddings"] as const;
export type Operation = (typeof operations)[number];

export interface ModelCard {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputModalities: readonly string[];
  readonly outputModalities: readonly string[];
  /** Context length in tokens, if the server reports it. */
  readonly contextTokens?: number;
  /** Supported operations. Default: all. */
  readonly operations?: readonly Operation[];
  /** Set for the embedded model only. */
  readonly isEmbedded?: true;
}

/** The body of a client's request, with Freehold's changes. */
export type Ask = Readonly<Record<string, unknown>> & { readonly model: string };

export interface Upstream {
  readonly name: string;
  /** Models of a free upstream cost nothing unless they have a price. Models of other upstreams are offered only with a price. */
  readonly isFree: boolean;
  /** Returns the offered models. While the server doesn't answer, the last known ones. */
  models(): Promise<readonly ModelCard[]>;
  /** Resolves when the response's head arrives: JSON, or server-sent events with `stream`. Throws if the server can't be reached. */
  ask(operation: Operation, body: Ask, signal: AbortSignal): Promise<Response>;
}

export interface Ai {
  /** Upstreams in the order in which they are tried. */
  readonly upstreams: readonly Upstream[];
  close(): Promise<void>;
}
