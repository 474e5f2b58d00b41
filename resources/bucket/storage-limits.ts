/** Numbers of the storage screens and of the S3 calls they make; those of buckets themselves stand in limits.ts. */
const KiB = 1024;
const MiB = 1024 * KiB;

/** Region that S3 clients sign for. */
export const storageRegion = "eu-west-2";
/** Temporary credentials are renewed so long before they expire. */
export const stsRefreshSeconds = 3600;
/** Files that are copied at once. */
export const copiesAtOnce = 4;
/** What a preview reads of a text, and of a file that must be whole. */
export const previewTextBytes = 512 * KiB;
export const previewWholeBytesMax = 64 * MiB;
/** Longest life of a shared address. */
export const shareSecondsMax = 7 * 86_400;
/** Objects that are counted before somebody deletes them; of more it says so. */
export const countedObjectsMax = 10_000;
export const tagsMax = 10;
export const tagNameMax = 128;
export const tagValueMax = 256;
/** A file up to this size is sent in one request, a larger one in parts of it; parts of huge files are multiples of it. */
export const uploadPartBytes = 8 * MiB;
/** Files that are sent at once. */
export const uploadsAtOnce = 3;
/** Files that wait in the queue at most. */
export const queuedFilesMax = 20_000;
/** A part that does not move for so long is given up and sent again. */
export const uploadStallMs = 60_000;
/** Pause after a broken line; it doubles up to the longest. */
export const uploadPauseMs = 1000;
export const uploadPauseMaxMs = 15_000;
/** So often a part is sent again when the cloud, not the line, fails. */
export const uploadTriesMax = 6;
