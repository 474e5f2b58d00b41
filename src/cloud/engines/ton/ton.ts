/** The TON engine: a chain of the cloud's own behind the calls of a TON Center node, or a node elsewhere by TON_URL. */

export interface Ton {
  /** The chain is this cloud's own, and its coins are worth nothing. */
  readonly embedded: boolean;
  /** As wallets name networks (TON Connect): "-239" is the public one, "-3" any that is for tests. */
  readonly network: "-239" | "-3";
  /** Where payments to the cloud go, as wallets write it; the form says whether it is of a test network. */
  collector(): Promise<string>;
  /** The newest first. `upTo`: from that one on into the past, itself included. Throws InvalidTonAddress, and when a node does not answer. */
  transactions(address: string, page: { readonly limit: number; readonly upTo?: TonPlace }): Promise<TonTransaction[]>;
  account(address: string): Promise<TonAccount>;
  /** Of a wallet contract: how many messages it has taken. 0 before it is on chain. */
  seqno(address: string): Promise<number>;
  /** Sends an external message, a bag of cells. Durable before it resolves, on the cloud's own chain. Throws TonRefused. */
  send(boc: Uint8Array): Promise<void>;
  /** Says when something was sent through this process. A hint, no more. Returns the way to stop. */
  onSent(listener: () => void): () => void;
  /** Answers one request as a TON Center node (v2, JSON-RPC) does. undefined where the chain is elsewhere: wallets have their own way there. */
  readonly handle: ((request: unknown) => Promise<TonAnswer>) | undefined;
  /** The wallet from which the cloud pays. undefined where the chain is elsewhere and TON_PAYOUT_KEY_FILE names none. */
  readonly payout: TonPayout | undefined;
  /** Gives test coins to an address. Throws InvalidTonAddress. undefined where the chain is elsewhere. */
  readonly faucet: ((address: string) => Promise<void>) | undefined;
}

export interface TonPayout {
  /** In the form of its network. */
  address(): Promise<string>;
  /** A signed message for `send`. Nothing is sent by it. Throws InvalidTonAddress. */
  sign(payment: TonPayment): Promise<Buffer>;
}

export interface TonPayment {
  readonly to: string;
  readonly nano: bigint;
  readonly comment: string;
  /** Of the wallet: one message at most is ever taken under a number. */
  readonly seqno: number;
  /** Unix seconds, after which no message is taken. */
  readonly validUntil: number;
}

/** A place in an account's history. */
export interface TonPlace {
  /** Logical time. */
  readonly lt: bigint;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface TonTransaction extends TonPlace {
  /** Unix seconds. */
  readonly at: number;
  /** What came from another account and stayed. */
  readonly received: TonReceived | undefined;
  /** What it sent to other accounts. */
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

/** What goes back over HTTP. */
export interface TonAnswer {
  readonly status: number;
  readonly body: object;
}

/** A message that the chain did not take: `exitCode` is the contract's word for why, such as 36 of a wallet for one that has expired. */
export class TonRefused extends Error {
  override readonly name = "TonRefused";
  readonly exitCode: number | undefined;

  constructor(reason: string, exitCode?: number) {
    super(exitCode === undefined ? reason : `${reason} (exit code ${exitCode})`);
    this.exitCode = exitCode;
  }
}

export class InvalidTonAddress extends Error {
  override readonly name = "InvalidTonAddress";

  constructor() {
    super("This is not an address of TON.");
  }
}
