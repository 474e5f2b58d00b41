import type { Right } from "../access.ts";
import type { RequestTarget } from "../request-target.ts";
import type { BucketExchange } from "../exchange.ts";
import type { S3Operation } from "../request-table.ts";

/** An operation on an existing bucket or its objects. */
export interface Operation {
  readonly name: S3Operation;
  /** "form": the operation authenticates the request itself. */
  readonly right: Right | "form";
  /** Returns the name for checking the right; by default the key. */
  nameOf?(target: RequestTarget): string;
  run(exchange: BucketExchange): Promise<void>;
}
