/** An S3 request with the dependencies of its operation. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Bucket, StoredObject, Buckets } from "../buckets/service.ts";
import type { RequestTarget } from "./request-target.ts";
import type { FindKey, KeyRecord } from "./keys/find-key.ts";
import type { Verified } from "./signature/verify.ts";
import type { Traffic } from "./traffic.ts";

/** Returns additional metadata of an object by lowercase name; sent as x-amz-meta-<name>. */
export type Describe = (bucket: Bucket, object: StoredObject) => Promise<Readonly<Record<string, string>>>;

export interface ExchangeDeps {
  readonly buckets: Buckets;
  readonly keys: Pick<FindKey, "find" | "recordUse">;
  readonly traffic: Traffic;
  readonly describe: Describe;
  /** Records a bucket operation in the operation log. */
  log(key: KeyRecord, action: LoggedAction, bucketName: string): Promise<void>;
}

export type LoggedAction = "BUCKET_CREATE_BUCKET" | "BUCKET_DELETE_BUCKET" | "BUCKET_EDIT_BUCKET";

export interface Exchange extends ExchangeDeps {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  readonly requestId: string;
  /** undefined for unsigned requests. */
  readonly verified: Verified | undefined;
  /** Sent with every response: request ID, CORS, and sandboxing headers. */
  readonly headers: OutgoingHttpHeaders;
  /** Content bytes transferred so far. */
  readonly moved: { received: number; sent: number };
}

/** An exchange with an existing bucket. */
export interface BucketExchange extends Exchange {
  readonly bucket: Bucket;
}
