/** Limits of buckets and objects, each with its unit. Both programs read them here. */
const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const DAY_SECONDS = 86_400;

export const bucketNameMin = 3;
export const bucketNameMax = 48;
export const bucketsPerTeam = 100;
export const objectKeyBytesMax = 1024;
/** A folder's name in the storage browser. */
export const folderNameMax = 60;
/** x-amz-meta-* names and values together. */
export const objectMetadataBytesMax = 2 * KiB;
/** All that is told of an object beside its bytes, as stored. */
export const objectAttributesBytesMax = 16 * KiB;
export const objectBytesMax = 5 * 1024 * GiB;
/** One request; larger objects come in parts. */
export const putBytesMax = 5 * GiB;
export const partNumberMax = 10_000;
/** Of every part but the last. */
export const partBytesMin = 5 * MiB;
export const listKeysMax = 1000;
/** Keys of one DeleteObjects. */
export const deleteKeysMax = 1000;
/** An unfinished upload that got no part for so long is given up. */
export const objectUploadIdleSeconds = 7 * DAY_SECONDS;
/** How long a finished upload is known, so that a client may ask to finish it again. */
export const objectUploadKnownSeconds = DAY_SECONDS;
/** A download's address works once, within this time. */
export const downloadSeconds = 300;
/** At most so often do open browsers hear that a bucket's objects changed. */
export const bucketEventMs = 1000;
/** Files of one page of a search. */
export const searchPageMax = 1000;
/** Of one snapshot; more would not fit into the worker's memory. */
export const snapshotFilesMax = 1_000_000;
export const snapshotsPerBucket = 1000;
