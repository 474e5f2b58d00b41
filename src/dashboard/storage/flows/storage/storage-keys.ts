/**
 * Query keys of S3 responses, which are not declared calls: their hooks use useCached. They are not stored between visits; only "call" and
 * "data" are.
 */
export const storageKeys = {
  bucket: (bucket: string) => ["s3", bucket] as const,
  folder: (bucket: string, prefix: string) => ["s3", bucket, "folder", prefix] as const,
  folderSize: (bucket: string, prefix: string) => ["s3", bucket, "folder-size", prefix] as const,
  object: (bucket: string, key: string) => ["s3", bucket, "object", key] as const,
  tags: (bucket: string, key: string) => ["s3", bucket, "tags", key] as const,
  versions: (bucket: string, key: string) => ["s3", bucket, "versions", key] as const,
  deleted: (bucket: string, prefix: string) => ["s3", bucket, "deleted", prefix] as const,
  content: (bucket: string, key: string, etag: string) => ["s3-content", bucket, key, etag] as const,
  uploads: (bucket: string) => ["s3", bucket, "uploads"] as const,
  cors: (bucket: string) => ["s3", bucket, "cors"] as const,
};
