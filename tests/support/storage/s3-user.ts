import { ListBucketsCommand, S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { KeyPermission } from "../../../resources/storage/access-keys.ts";
import { atFileEnd } from "../file-end.ts";
import { newOwner } from "../account/owner.ts";

export interface KeyPair {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string;
}

interface KeyRequest {
  readonly name?: string;
  readonly buckets?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly permissions?: readonly KeyPermission[];
  readonly expiresAt?: number;
}

export const s3Region = "eu-west-2";

/** Creates an AWS client for a server, without retries; closed when the file ends. */
export const s3ClientAt = (endpoint: string, key: KeyPair | undefined, more: S3ClientConfig = {}): S3Client => {
  const client = new S3Client({
    endpoint,
    region: s3Region,
    forcePathStyle: true,
    maxAttempts: 1,
    ...(key
      ? {
          credentials: {
            accessKeyId: key.accessKey,
            secretAccessKey: key.secretKey,
            ...(key.sessionToken !== undefined && { sessionToken: key.sessionToken }),
          },
        }
      : { signer: { sign: async (request) => request } }),
    ...more,
  });
  atFileEnd(async () => client.destroy());
  return client;
};

/** Creates a user with a browser's credentials, who can create keys. */
export const s3User = async (url: string) => {
  const owner = await newOwner(url);
  const endpoint = `${url}/s3`;
  const session = await owner.data<Required<KeyPair>>("GET /api/bucket/user/sts/assume-role");
  const makeKey = (wish: KeyRequest = {}): Promise<KeyPair> =>
    owner.data<KeyPair>("POST /api/bucket/user/service-accounts", { name: "test", ...wish });
  return { ...owner, endpoint, session, makeKey, client: s3ClientAt(endpoint, session) };
};

/** Returns the status and code with which a request is refused. */
export const refusal = async (asked: Promise<unknown>): Promise<{ status: number | undefined; code: string }> => {
  try {
    await asked;
  } catch (error) {
    const { name, Code, $metadata } = error as { name: string; Code?: string; $metadata?: { httpStatusCode?: number } };
    return { status: $metadata?.httpStatusCode, code: Code ?? name };
  }
  throw new Error("It was not refused.");
};

export const bucketNames = async (client: S3Client): Promise<string[]> =>
  ((await client.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name!);
