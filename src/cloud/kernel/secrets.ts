import { createHash, randomBytes } from "node:crypto";

/** Generates a token of 256 random bits in base64url. */
export const randomSecret = (): string => randomBytes(32).toString("base64url");

/** Hashes a secret for the database. Plain SHA-256 suffices for random secrets. */
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Returns the date in the given number of seconds. */
export const secondsFromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
