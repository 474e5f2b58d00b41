/** One request to S3 with all that its operation needs. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Bucket, Buckets, StoredObject } from "../buckets/service.ts";
import type { RequestTarget } from "./request-target.ts";
import type { FindKey, KeyRecord } from "./keys/find-key.ts";
import type { Verified } from "./signature/verify.ts";
import type { Traffic } from "./traffic.ts";

/** Further metadata of an object, by names in lower case; sent as x-amz-meta-<name>. */
export type Describe = (bucket: Bucket, object: StoredObject) => Promise<Readonly<Record<string, string>>>;

export interface ExchangeDeps {
  readonly buckets: Buckets;
  readonly keys: FindKey;
  readonly traffic: Traffic;
  readonly describe: Describe;
  /** Says in the operation log what was done to a bucket as such. */
  log(key: KeyRecord, action: LoggedAction, bucketName: string): Promise<void>;
}

export type LoggedAction = "BUCKET_CREATE_BUCKET" | "BUCKET_DELETE_BUCKET" | "BUCKET_EDIT_BUCKET";

export interface Exchange extends ExchangeDeps {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly asked: RequestTarget;
  readonly requestId: string;
  /** undefined for a request that is not signed. */
  readonly verified: Verified | undefined;
  /** Sent with every answer: request id, CORS, and what keeps content from being run. */
  readonly headers: OutgoingHttpHeaders;
  /** Bytes of content so far. */
  readonly moved: { received: number; sent: number };
}

/** An exchange about a bucket that is there. */
export interface BucketExchange extends Exchange {
  readonly bucket: Bucket;
}
