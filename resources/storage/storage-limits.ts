/** Constants of the storage screens and their S3 calls. Limits of buckets are in limits.ts. */
const KiB = 1024;
const MiB = 1024 * KiB;

/** How long before their expiry temporary credentials are renewed. */
export const stsRefreshSeconds = 3600;
/** Concurrent copies. */
export const copiesAtOnce = 4;
/** Bytes read for the preview of a text, and of a file that must be complete. */
export const previewTextBytes = 512 * KiB;
export const previewWholeBytesMax = 64 * MiB;
/** Images up to this size are shown in lists. They count as traffic, so larger ones are only shown on their page. */
export const thumbnailBytesMax = MiB;
/** Maximum number of objects counted before a deletion; the dialog says when there are more. */
export const countedObjectsMax = 10_000;
export const tagsMax = 10;
export const tagNameMax = 128;
export const tagValueMax = 256;
/**
 * Files up to this size are sent in one request, larger ones in parts of it; parts of huge files are multiples of it.
 */
export const uploadPartBytes = 8 * MiB;
/** Concurrent uploads. */
export const uploadsAtOnce = 3;
/** Maximum number of queued files. */
export const queuedFilesMax = 20_000;
/** Time without progress after which a part is aborted and sent again. */
export const uploadStallMs = 60_000;
/** Pause after a lost connection, doubled up to the maximum. */
export const uploadPauseMs = 1000;
export const uploadPauseMaxMs = 15_000;
/** Attempts per part when the server, not the connection, fails. */
export const uploadTriesMax = 6;
