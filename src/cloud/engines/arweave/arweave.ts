/**
 * The Arweave engine: a small weave of the cloud's own, or a node elsewhere by ARWEAVE_URL. Whoever sends to it builds the same
 * signed transactions; a node only sees what any client of Arweave could post. Ids, roots and keys are base64url throughout.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Trx } from "../database/database.ts";

export interface Tag {
  readonly name: string;
  readonly value: string;
}

/** A signed transaction of format 2 as it is posted to /tx. Tags are base64url, data is that of one chunk or nothing. */
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

/** A chunk as it is posted to /chunk. */
export interface PostedChunk {
  readonly data_root: string;
  readonly data_size: string;
  readonly data_path: string;
  readonly offset: string;
  readonly chunk: string;
}

/** "pending": accepted, but in no block yet. undefined: never heard of it. */
export type TransactionStatus = "pending" | { readonly height: number; readonly confirmations: number } | undefined;

/** What a client asks of a node. */
export interface ArweaveNode {
  /** Names a recent block; a new transaction refers to it. */
  anchor(): Promise<string>;
  /** What storing so many bytes costs, in winston. */
  price(bytes: number): Promise<bigint>;
  /** Winston. */
  balance(address: string): Promise<bigint>;
  /** Resolves once the transaction is accepted for good. Posting it again is no error. Throws `Refused`. */
  postTransaction(transaction: PostedTransaction): Promise<void>;
  /** Throws `Refused`. */
  postChunk(chunk: PostedChunk): Promise<void>;
  status(id: string): Promise<TransactionStatus>;
}

export interface NodeRequest {
  /** Path below the API's root, with its query. */
  readonly path: string;
  /** Set on a host name that belongs to one id alone. */
  readonly hostId: string | undefined;
}

export interface Arweave {
  /** The weave is this cloud's own, and its coins are worth nothing. */
  readonly isEmbedded: boolean;
  readonly node: ArweaveNode;
  /** As many blocks must have followed the one of a transaction before it counts as stored. */
  readonly confirmationsNeeded: number;
  /** Address of an id for people, on a cloud that is reached at `origin`. */
  urlOf(id: string, origin: string): string;
  /** Sees to it that the cloud's own wallet has coins, on an embedded weave. */
  endow(address: string): Promise<void>;
  /** Whether the embedded weave keeps a root of the block store: for ever. */
  holds(trx: Trx, cid: string): Promise<boolean>;
  /** Answers a client of the embedded weave. */
  readonly handle:
    ((request: IncomingMessage, response: ServerResponse, asked: NodeRequest) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** The node will not take it, however often it is sent. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.name = "Refused";
    this.status = status;
  }
}

/** base64url of 32 bytes: a transaction, a data item, an address. */
export const idPattern = /^[\w-]{43}$/;
