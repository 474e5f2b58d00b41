/** Limits of buckets and objects with their units, shared by the server and the dashboard. */
const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const DAY_SECONDS = 86_400;

export const bucketNameMin = 3;
export const bucketNameMax = 48;
export const bucketNamePattern = new RegExp(`^[a-z0-9][a-z0-9-]{${bucketNameMin - 2},${bucketNameMax - 2}}[a-z0-9]$`);
export const bucketNameRule = `Use ${bucketNameMin} to ${bucketNameMax} lowercase letters, digits and hyphens. Start and end with a letter or digit.`;
export const bucketsPerTeam = 100;
export const objectKeyBytesMax = 1024;
/** A folder's name in the storage browser. */
export const folderNameMax = 60;
/** Total size of x-amz-meta-* names and values. */
export const objectMetadataBytesMax = 2 * KiB;
/** All stored attributes of an object besides its bytes. */
export const objectAttributesBytesMax = 16 * KiB;
export const objectBytesMax = 5 * 1024 * GiB;
/** Maximum of one request; larger objects use multipart uploads. */
export const putBytesMax = 5 * GiB;
export const partNumberMax = 10_000;
/** Minimum of every part except the last. */
export const partBytesMin = 5 * MiB;
export const listKeysMax = 1000;
/** Keys per DeleteObjects request. */
export const deleteKeysMax = 1000;
/** Idle time after which an unfinished upload is aborted. */
export const objectUploadIdleSeconds = 7 * DAY_SECONDS;
/** How long a completed upload is remembered, so that clients can repeat the request. */
export const objectUploadKnownSeconds = DAY_SECONDS;
/** Validity of a single-use download URL. */
export const downloadSeconds = 300;
/** Minimum interval between change events of a bucket. */
export const bucketEventMs = 1000;
/** Files per page of a search. */
export const searchPageMax = 1000;
/** Files counted for the size of a folder. */
export const folderFilesMax = 100_000;
/** Per snapshot; more would not fit into the worker's memory. */
export const snapshotFilesMax = 1_000_000;
export const snapshotsPerBucket = 1000;
