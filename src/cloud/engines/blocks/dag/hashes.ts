/** Hash functions of blocks created by other software, by multihash code. */
import { hash, webcrypto } from "node:crypto";

const SHA_256 = 0x12;
const DOUBLE_SHA_256 = 0x56;

/** Node's names of the hash functions. */
const names: ReadonlyMap<number, string> = new Map([
  [0x11, "sha1"],
  [SHA_256, "sha256"],
  [0x13, "sha512"],
  [0x14, "sha3-512"],
  [0x15, "sha3-384"],
  [0x16, "sha3-256"],
  [0x17, "sha3-224"],
  [0x20, "sha384"],
  [0xb240, "blake2b512"],
  [0xb260, "blake2s256"],
]);

/** From this size, the thread pool hashes faster than the event loop and keeps it free. */
export const pooledBytes = 64 * 1024;

/** Returns undefined for an unsupported hash function. */
export const digestOf = (code: number, bytes: Uint8Array): Uint8Array | undefined => {
  if (code === DOUBLE_SHA_256) return hash("sha256", hash("sha256", bytes, "buffer"), "buffer");
  const name = names.get(code);
  return name === undefined ? undefined : hash(name, bytes, "buffer");
};

/** Like `digestOf`, but hashes large blocks in the thread pool. */
export const digestLater = async (code: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> =>
  code === SHA_256 && bytes.length >= pooledBytes
    ? new Uint8Array(await webcrypto.subtle.digest("SHA-256", bytes))
    : digestOf(code, bytes);
