/** Tests aws-cli, boto3 and rclone, each with a multipart upload of 100 MB. */
import { testS3Clients } from "../support/storage/s3-clients.ts";

testS3Clients(100_000_000);
