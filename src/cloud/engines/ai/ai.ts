/** AI models behind OpenAI's wire format: models on this machine, and external model servers. */
import type { UpstreamSettings } from "./upstreams.ts";

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
  /** Set for a model on this machine. */
  readonly local?: LocalModel;
}

export interface LocalModel {
  /** SPDX identifier; undefined if the file doesn't tell. */
  readonly license: string | undefined;
  readonly bytes: number;
  /** Whether it writes the assistant's answers: too small models only quote. */
  readonly answers: boolean;
  /** Set until the file is complete. */
  readonly fetching?: Fetching | undefined;
}

/** How far a model's file has come. */
export interface Fetching {
  readonly bytes: number;
  /** Since this process began. */
  readonly bytesPerSecond?: number | undefined;
  /** Why it doesn't continue, in a sentence. */
  readonly problem?: string | undefined;
}

/** Thrown for a model that can't answer now. The message is for users. */
export class ModelNotReady extends Error {
  override readonly name = "ModelNotReady";
}

/** The body of a client's request, with Freehold's changes. */
export type Ask = Readonly<Record<string, unknown>> & { readonly model: string };

export interface Upstream {
  readonly name: string;
  /** Models of a free upstream cost nothing unless they have a price. Models of other upstreams are offered only with a price. */
  readonly isFree: boolean;
  /** Returns the offered models. While the server doesn't answer, the last known ones. */
  models(): Promise<readonly ModelCard[]>;
  /** Whether it could not list its models last time, or lacks a file. */
  isDown?(): boolean;
  /**
   * Resolves when the response's head arrives: JSON, or server-sent events with `stream`. `caller`: whose requests wait
   * in one line, if the model can't answer all at once. Throws if the server can't be reached.
   */
  ask(operation: Operation, body: Ask, signal: AbortSignal, caller?: string): Promise<Response>;
}

export interface LocalSource {
  /** The ID of a model of the catalog, or the path of a GGUF file. */
  readonly source: string;
  /** Default: the one in the catalog or the file. */
  readonly name?: string;
}

/** What operators add to the models of the settings. */
export interface AddedModels {
  readonly local: readonly LocalSource[];
  readonly servers: readonly UpstreamSettings[];
}

export interface Ai {
  /** Upstreams in the order in which they are tried. */
  readonly upstreams: readonly Upstream[];
  /** Opens and closes models and servers, so that there are these and those of the settings. Deletes files of the catalog that are gone. */
  use(added: AddedModels): Promise<void>;
  /** Fetches the files that local models lack. @throws Error with a sentence if it can't. */
  prepare(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
