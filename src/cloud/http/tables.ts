/** A stored reply for repetitions of its request. It is encrypted with the idempotency key, which is not stored. */
export interface IdempotentReplyTable {
  scope: string;
  key_hash: Buffer;
  request_hash: Buffer;
  /** Null only within the transaction of the request. */
  sealed_reply: Buffer | null;
  expires_at: Date;
}

declare module "../engines/database/tables.ts" {
  interface Tables {
    idempotent_reply: IdempotentReplyTable;
  }
}
