/**
 * The Arweave engine: an embedded local weave, or an external node set by ARWEAVE_URL. Callers build the same signed
 * transactions for both. Ids, roots and keys are base64url throughout.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Trx } from "../database/database.ts";

export interface Tag {
  readonly name: string;
  readonly value: string;
}

/** A signed transaction of format 2, as posted to /tx. Tags are base64url; data is its only chunk or empty. */
export interface PostedTransaction {
  readonly format: number;
  readonly id: string;
  readonly last_tx: string;
  readonly owner: string;
  readonly tags: readonly Tag[];
  readonly target: string;
  readonly quantity: string;
  readonly data: string;
  readonly data_size: string;
  readonly data_root: string;
  readonly reward: string;
  readonly signature: string;
}

/** A chunk, as posted to /chunk. */
export interface PostedChunk {
  readonly data_root: string;
  readonly data_size: string;
  readonly data_path: string;
  readonly offset: string;
  readonly chunk: string;
}

/** "pending": accepted, but not in a block yet. undefined: unknown. */
export type TransactionStatus = "pending" | { readonly height: number; readonly confirmations: number } | undefined;

/** The client API of a node. */
export interface ArweaveNode {
  /** Returns a recent block for a new transaction to reference. */
  anchor(): Promise<string>;
  /** Returns the price of storing `bytes` bytes, in winston. */
  price(bytes: number): Promise<bigint>;
  /** Winston. */
  balance(address: string): Promise<bigint>;
  /** Resolves once the transaction is durably accepted. Posting it again is not an error. Throws `Refused`. */
  postTransaction(transaction: PostedTransaction): Promise<void>;
  /** Throws `Refused`. */
  postChunk(chunk: PostedChunk): Promise<void>;
  status(id: string): Promise<TransactionStatus>;
}

export interface NodeRequest {
  /** Path below the API's root, with its query. */
  readonly path: string;
  /** Set on a host name that belongs to a single ID. */
  readonly hostId: string | undefined;
}

export interface Arweave {
  /** Whether the weave is embedded; its coins have no value. */
  readonly isEmbedded: boolean;
  readonly node: ArweaveNode;
  /** Number of confirmations before a transaction counts as stored. */
  readonly confirmationsNeeded: number;
  /** Returns the public URL of an ID, for an instance at `origin`. */
  urlOf(id: string, origin: string): string;
  /** Funds Freehold's wallet on an embedded weave. */
  endow(address: string): Promise<void>;
  /** Returns the roots of the block store that the embedded weave references. It does so permanently. */
  held(trx: Trx, cids: readonly string[]): Promise<readonly string[]>;
  /** Handles a request to the embedded weave. */
  readonly handle:
    | ((request: IncomingMessage, response: ServerResponse, asked: NodeRequest) => Promise<void>)
    | undefined;
  close(): Promise<void>;
}

/** The node rejected the request permanently; retrying does not help. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.name = "Refused";
    this.status = status;
  }
}

/** 32 bytes in base64url: a transaction, a data item or an address. */
export const idPattern = /^[\w-]{43}$/;
