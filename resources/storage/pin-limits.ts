/** Constants of pins. */
const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

export const pinNameMax = 255;
export const pinsPerTeam = 10_000;
/** Limit of the IPFS Pinning Service API. */
export const pinOriginsMax = 20;
export const pinOriginLengthMax = 512;
export const pinMetaKeysMax = 1000;
export const pinMetaBytesMax = 32 * 1024;
export const pinsListedMax = 1000;
export const pinsListedDefault = 10;
export const pinCidsAskedMax = 10;
/** Maximum DAG size of one pin. */
export const pinBytesMax = 32 * GiB;
export const pinEntriesMax = 1_000_000;
/** After the last attempt the pin has failed until it is retried on request. */
export const pinAttemptsMax = 5;
export const carBytesMax = 32 * GiB;
export const carRootsMax = 100;
