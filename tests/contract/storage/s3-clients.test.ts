/** The S3 endpoint with real clients: aws-cli, boto3 and rclone. tests/soak sends larger files. */
import { testS3Clients } from "../../support/storage/s3-clients.ts";

testS3Clients(24 * 1024 * 1024);
