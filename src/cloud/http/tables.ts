/** A reply kept for the repetition of its request. It is sealed with the idempotency key, which is stored nowhere. */
export interface IdempotentReplyTable {
  scope: string;
  key_hash: Buffer;
  request_hash: Buffer;
  /** Null only within the transaction that works on the request. */
  sealed_reply: Buffer | null;
  expires_at: Date;
}

declare module "../engines/database/tables.ts" {
  interface Tables {
    idempotent_reply: IdempotentReplyTable;
  }
}
