import { s3Region } from "../../../../resources/storage/access-key-limits.ts";

/** A key shown in commands. The secret is available only right after creation. */
export interface ShownKey {
  readonly accessKey: string;
  readonly secretKey?: string | undefined;
}

const secretOf = ({ secretKey }: ShownKey): string => secretKey ?? "<secret>";

/** Snippets on the Access keys page, by client. Keep in sync with docs/guides/s3.md. */
export const snippets = {
  aws: {
    label: "aws-cli",
    code: (endpoint: string, key: ShownKey): string =>
      [
        `aws configure set aws_access_key_id ${key.accessKey}`,
        `aws configure set aws_secret_access_key ${secretOf(key)}`,
        `aws --endpoint-url ${endpoint} --region ${s3Region} s3 ls`,
        `aws --endpoint-url ${endpoint} --region ${s3Region} s3 cp photos s3://my-bucket/photos --recursive`,
      ].join("\n"),
  },
  boto3: {
    label: "boto3",
    code: (endpoint: string, key: ShownKey): string =>
      `import boto3
from botocore.config import Config

s3 = boto3.client(
    "s3",
    endpoint_url="${endpoint}",
    region_name="${s3Region}",
    aws_access_key_id="${key.accessKey}",
    aws_secret_access_key="${secretOf(key)}",
    config=Config(s3={"addressing_style": "path"}),
)
s3.upload_file("photo.jpg", "my-bucket", "photos/photo.jpg")`,
  },
  sdk: {
    label: "AWS SDK",
    code: (endpoint: string, key: ShownKey): string =>
      `import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";

const s3 = new S3Client({
  endpoint: "${endpoint}",
  region: "${s3Region}",
  forcePathStyle: true,
  credentials: { accessKeyId: "${key.accessKey}", secretAccessKey: "${secretOf(key)}" },
});
await s3.send(new PutObjectCommand({ Bucket: "my-bucket", Key: "hello.txt", Body: "Hello" }));`,
  },
  rclone: {
    label: "rclone",
    code: (endpoint: string, key: ShownKey): string =>
      [
        `rclone config create freehold s3 provider=Other endpoint=${endpoint} region=${s3Region} \\`,
        `  access_key_id=${key.accessKey} secret_access_key=${secretOf(key)}`,
        "rclone sync photos freehold:my-bucket/photos",
      ].join("\n"),
  },
} as const;

export type Client = keyof typeof snippets;

/** Returns the key in the ~/.aws/credentials format of aws-cli and the SDKs. */
export const credentialsFile = (key: Required<ShownKey>): string =>
  `[freehold]\naws_access_key_id = ${key.accessKey}\naws_secret_access_key = ${key.secretKey ?? ""}\n`;
