import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a reply with a key that only its caller knows, such as the Idempotency-Key. Replies contain tokens, and a copy of the
 * database, which has no such keys, reveals none.
 */
export const seal = (key: string, text: string): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, secretOf(key), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Decrypts a reply sealed with the same key. Throws on any other key. */
export const unseal = (key: string, sealed: Buffer): string => {
  const decipher = createDecipheriv(algorithm, secretOf(key), sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
};

const secretOf = (key: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key, "freehold", "idempotent reply", 32));
