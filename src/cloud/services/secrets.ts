import { createHash, randomBytes } from "node:crypto";

/** 256 random bits in base64url: a token that nobody guesses. */
export const randomSecret = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a secret. Plain SHA-256 suffices: a random secret has no dictionary. */
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** A moment so many seconds from now. */
export const secondsFromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
