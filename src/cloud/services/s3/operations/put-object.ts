import type { Attributes, Received, ReceiveOptions } from "../../buckets/service.ts";
import { sendEmpty } from "../answer.ts";
import { attributesIn, checksumHeaders } from "../attributes.ts";
import { bodyOf, type Body } from "../body.ts";
import { checkWrite, quoted, writeConditionIn } from "../conditions.ts";
import type { BucketExchange } from "../exchange.ts";

export const putObject = async (exchange: BucketExchange): Promise<void> => {
  const { request, target, bucket, buckets } = exchange;
  const attributes: Attributes = attributesIn(request.headers);
  const condition = writeConditionIn(request.headers);
  const body = bodyOf(exchange);
  if (condition) checkWrite(condition, await buckets.head(bucket, target.key));
  const object = await receiveBody(exchange, body, (arrived) =>
    buckets.put(bucket, target.key, arrived, attributes, condition),
  );
  sendEmpty(exchange, 200, {
    etag: quoted(object.etag),
    ...checksumHeaders(object),
    "x-amz-ipfs-hash": object.cid,
    "x-amz-object-size": object.sizeBytes,
  });
};

/** Receives and checks a body, then passes it to `use`. On failure, the body is discarded. */
export const receiveBody = async <T>(
  { bucket, buckets, traffic }: BucketExchange,
  body: Body,
  use: (arrived: Received) => Promise<T>,
  options: Pick<ReceiveOptions, "asPart"> = {},
): Promise<T> => {
  await traffic.ask(bucket, body.sizeBytes ?? 0);
  const arrived = await buckets.receive(body.bytes, {
    teamId: bucket.teamId,
    sizeBytes: body.sizeBytes,
    checksums: body.algorithms,
    sha256: body.isHashed,
    ...options,
  });
  try {
    body.check(arrived);
    return await use(arrived);
  } catch (error) {
    await arrived.discard();
    throw error;
  }
};
