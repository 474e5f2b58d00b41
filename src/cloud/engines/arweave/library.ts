/** Loads the `arweave` package on first use. It verifies every signature and proof. */
import { createHash } from "node:crypto";

type Library = typeof import("arweave");

let loaded: Promise<Library> | undefined;

/** The library's class; `init` creates a client. */
export const arweaveLibrary = (): Promise<Library> => (loaded ??= import("arweave").then((module) => module.default));

let merkleLoaded: Promise<typeof import("arweave/node/lib/merkle.js")> | undefined;

/** The library's Merkle trees over chunks, and their proofs. */
export const merkleLibrary = (): Promise<typeof import("arweave/node/lib/merkle.js")> =>
  (merkleLoaded ??= import("arweave/node/lib/merkle.js"));

export const toBase64Url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url");
export const fromBase64Url = (text: string): Buffer => Buffer.from(text, "base64url");

/** Returns the address of a wallet: the hash of its public key. */
export const addressOf = (owner: string): string =>
  createHash("sha256").update(fromBase64Url(owner)).digest("base64url");
