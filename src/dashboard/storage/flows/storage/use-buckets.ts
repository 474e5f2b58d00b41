import { useQueryClient } from "@tanstack/react-query";
import { setBucketVisibility } from "../../../../../resources/storage/bucket-calls.ts";
import { buckets, type BucketVisibility } from "../../../../../resources/storage/buckets.ts";
import { bucketErrors } from "../../../../../resources/storage/errors.ts";
import { send } from "../../../api/client.ts";
import { createBucket, deleteBucket } from "../../../api/s3/buckets.ts";
import { S3Error } from "../../../api/s3/s3-error.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";

interface Buckets {
  /** Throws an Error with a message for the user. If a bucket can't be made public, it exists and is private. */
  readonly create: (name: string, visibility: BucketVisibility) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

/** Creates and deletes buckets, and refetches their lists. */
export const useBuckets = (): Buckets => {
  const client = useQueryClient();
  const done = () => client.invalidateQueries({ queryKey: resourceKey(buckets.name) });
  return {
    create: async (name, visibility) => {
      await withOwnMessages(() => createBucket(name));
      if (visibility === "public")
        await send(setBucketVisibility, { params: { bucket: name }, body: { visibility }, silent: true });
      await done();
    },
    remove: async (name) => {
      await withOwnMessages(() => deleteBucket(name));
      client.removeQueries({ queryKey: ["s3", name] });
      await done();
    },
  };
};

const messages: Readonly<Record<string, string>> = {
  BucketAlreadyExists: bucketErrors.BUCKET_TAKEN.message,
  BucketAlreadyOwnedByYou: bucketErrors.BUCKET_OWNED.message,
  BucketNotEmpty: bucketErrors.BUCKET_NOT_EMPTY.message,
  InvalidBucketName: bucketErrors.BUCKET_NAME_INVALID.message,
  TooManyBuckets: bucketErrors.BUCKETS_LIMIT.message,
};

/** Replaces S3's fixed error messages by ours, which say what to do. */
const withOwnMessages = async (act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    const message = error instanceof S3Error ? messages[String(error.code)] : undefined;
    throw message === undefined ? error : new Error(message, { cause: error });
  }
};
