/** The TON engine: a local devnet with TON Center methods, or an external node (TON_URL). */

export interface Ton {
  /** The chain is a local devnet with worthless coins. */
  readonly embedded: boolean;
  /** Network ids of TON Connect: "-239" is the public one, "-3" any test network. */
  readonly network: "-239" | "-3";
  /** Address that receives payments, in user-friendly form, which marks test networks. */
  collector(): Promise<string>;
  /**
   * Returns transactions, newest first. `upTo`: starts at that transaction, included. Throws InvalidTonAddress, and if
   * a node is unreachable.
   */
  transactions(address: string, page: { readonly limit: number; readonly upTo?: TonPlace }): Promise<TonTransaction[]>;
  account(address: string): Promise<TonAccount>;
  /** Returns the number of messages that a wallet contract has accepted; 0 before it is on-chain. */
  seqno(address: string): Promise<number>;
  /** Sends an external message, a bag of cells. On the local devnet, durable before it resolves. Throws TonRefused. */
  send(boc: Uint8Array): Promise<void>;
  /** Calls back after a send from this process, as a hint. Returns an unsubscribe function. */
  onSent(listener: () => void): () => void;
  /**
   * Answers a request like a TON Center node (v2, JSON-RPC). Undefined for an external chain, which wallets reach
   * directly.
   */
  readonly handle: ((request: unknown) => Promise<TonAnswer>) | undefined;
  /** The payout wallet. undefined for an external chain without TON_PAYOUT_KEY_FILE. */
  readonly payout: TonPayout | undefined;
  /** Sends test coins to an address. Throws InvalidTonAddress. undefined for an external chain. */
  readonly faucet: ((address: string) => Promise<void>) | undefined;
}

export interface TonPayout {
  /** In the form of its network. */
  address(): Promise<string>;
  /** Returns a signed message for `send`. Sends nothing. Throws InvalidTonAddress. */
  sign(payment: TonPayment): Promise<Buffer>;
}

export interface TonPayment {
  readonly to: string;
  readonly nano: bigint;
  readonly comment: string;
  /** The wallet's sequence number: at most one message is accepted per number. */
  readonly seqno: number;
  /** Unix seconds after which the message is invalid. */
  readonly validUntil: number;
}

/** A position in an account's history. */
export interface TonPlace {
  /** Logical time. */
  readonly lt: bigint;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface TonTransaction extends TonPlace {
  /** Unix seconds. */
  readonly at: number;
  /** Received from another account and kept. */
  readonly received: TonReceived | undefined;
  /** Sent to other accounts. */
  readonly sent: readonly TonSent[];
}

export interface TonSent {
  /** Raw: workchain and 64 hexadecimal digits. */
  readonly to: string;
  readonly nano: bigint;
  /** "" for none. */
  readonly comment: string;
}

export interface TonReceived {
  readonly from: string;
  readonly nano: bigint;
  /** "" for none. */
  readonly comment: string;
}

export interface TonAccount {
  readonly nano: bigint;
  readonly state: "active" | "uninitialized" | "frozen";
}

/** HTTP response. */
export interface TonAnswer {
  readonly status: number;
  readonly body: object;
}

/** A message the chain rejected: `exitCode` is the contract's reason, such as 36 for an expired wallet message. */
export class TonRefused extends Error {
  override readonly name = "TonRefused";
  readonly reason: string;
  readonly exitCode: number | undefined;

  constructor(reason: string, exitCode?: number) {
    super(exitCode === undefined ? reason : `${reason} (exit code ${exitCode})`);
    this.reason = reason;
    this.exitCode = exitCode;
  }
}

export class InvalidTonAddress extends Error {
  override readonly name = "InvalidTonAddress";

  constructor() {
    super("Not a valid TON address.");
  }
}
