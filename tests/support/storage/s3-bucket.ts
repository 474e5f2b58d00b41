import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";

/** Common operations on one bucket; `client` is a function, because it exists only once the server runs. */
export const inBucket = (Bucket: string, client: () => S3Client) => {
  const get = (Key: string, more: object = {}) => client().send(new GetObjectCommand({ Bucket, Key, ...more }));
  const bytesOf = async (reply: ReturnType<typeof get>) =>
    Buffer.from(await (await reply).Body!.transformToByteArray());
  return {
    put: (Key: string, Body: string | Uint8Array, more: object = {}) =>
      client().send(new PutObjectCommand({ Bucket, Key, Body, ...more })),
    get,
    head: (Key: string, more: object = {}) => client().send(new HeadObjectCommand({ Bucket, Key, ...more })),
    bytesOf,
    textOf: async (reply: ReturnType<typeof get>) => (await bytesOf(reply)).toString(),
  };
};
