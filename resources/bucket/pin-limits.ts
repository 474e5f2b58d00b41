/** Constants of pins. */
const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

export const pinNameMax = 255;
export const pinsPerTeam = 10_000;
/** As the IPFS Pinning Service API has them. */
export const pinOriginsMax = 20;
export const pinOriginLengthMax = 512;
export const pinMetaKeysMax = 1000;
export const pinMetaBytesMax = 32 * 1024;
export const pinsListedMax = 1000;
export const pinsListedDefault = 10;
export const pinCidsAskedMax = 10;
/** Of one pin: what its DAG may hold. */
export const pinBytesMax = 32 * GiB;
export const pinEntriesMax = 1_000_000;
/** After the last one a pin has failed, until it is tried again on request. */
export const pinAttemptsMax = 5;
export const carBytesMax = 32 * GiB;
export const carRootsMax = 100;
