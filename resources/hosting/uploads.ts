/**
 * A resumable upload of a folder or a zip. All files are sent as one stream, in manifest order, in parts at a stated
 * offset; after an interruption the client requests the offset and continues from there.
 */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { uploadBytesMax, uploadFilesMax, uploadManifestBytesMax, uploadPathBytesMax } from "../limits.ts";

const uploadState = z.object({
  uploadId: z.string(),
  /** Bytes stored durably. */
  received: z.int(),
  sizeBytes: z.int(),
});
export type UploadState = z.output<typeof uploadState>;

export const uploadFile = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(uploadPathBytesMax)),
  sizeBytes: z.int().check(z.nonnegative()),
  /**
   * SHA-256 of the content, in hex. With digests for all files, the server recognizes an upload that the team has sent
   * before and marks it complete. A digest that doesn't match the received bytes fails the deployment.
   */
  sha256: z.optional(z.string().check(z.regex(/^[\da-f]{64}$/, "SHA-256 as 64 hexadecimal characters."))),
});

export const createUpload = defineCall("POST $hosting/upload", {
  summary: "Starts an upload from its manifest: the files of a folder, or one zip archive.",
  can: ["create", "projects"],
  log: "HOSTING_UPLOAD",
  bodyBytesMax: uploadManifestBytesMax,
  body: z.object({
    kind: z.enum(["folder", "zip"]),
    files: z.array(uploadFile).check(
      z.minLength(1, "Select files to upload."),
      z.maxLength(uploadFilesMax, `${uploadFilesMax} files maximum.`),
      z.refine((files) => files.reduce((sum, file) => sum + file.sizeBytes, 0) <= uploadBytesMax, "2 GB maximum."),
    ),
    /** Publishes files that are usually secret, such as .env and private keys (secret-files.ts). */
    secrets: z.optional(z.boolean()),
  }),
  reply: uploadState,
});

export const showUpload = defineCall("GET $hosting/upload/{uploadId}", {
  summary: "Returns an upload's progress.",
  can: ["create", "projects"],
  reply: uploadState,
});

export const appendUpload = defineCall("PUT $hosting/upload/{uploadId}/content", {
  summary: "Uploads the next part of the stream (at most 16 MiB) from `offset`. Fails if the server's offset differs.",
  can: ["create", "projects"],
  // The upload is logged as one operation, when it starts.
  log: false,
  query: z.object({ offset: z.coerce.number() }),
  stream: true,
  reply: uploadState,
});

export const uploadCalls = [createUpload, showUpload, appendUpload];
