/** Encrypts secrets that must be read again, such as tokens of other services: AES-256-GCM under a key that is not in the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Encryption } from "../engines/database/encryption.ts";

/** `purpose` identifies the secret and its owner. */
export interface SecretBox extends Encryption {
  /** Seals again what the other key sealed. Undefined if the current key did. Throws as `open` does. */
  reseal(purpose: string, sealed: Buffer): Buffer | undefined;
}

export type KeyConfig = Pick<Config, "DATA_DIR" | "SECRET_KEY"> & Partial<Pick<Config, "SECRET_KEY_OTHER">>;

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const keyFile = "secret-key";

/**
 * Seals with the key of the setting SECRET_KEY, or of a file in the data folder, read or generated on first use. Opens with that of
 * SECRET_KEY_OTHER too, while one key replaces the other.
 */
export const createSecretBox = (config: KeyConfig): SecretBox => {
  const { SECRET_KEY_OTHER: other } = config;
  let key: Uint8Array | undefined;
  let otherKey: Uint8Array | undefined;
  const current = (): Uint8Array => (key ??= keyOf(config.SECRET_KEY ?? storedKey(config.DATA_DIR)));
  const previous = (secret: string): Uint8Array => (otherKey ??= keyOf(secret));

  const seal = (purpose: string, text: string): Buffer => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, current(), iv).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  };
  const open = (purpose: string, sealed: Buffer): { readonly text: string; readonly isCurrent: boolean } => {
    try {
      return { text: openWith(current(), purpose, sealed), isCurrent: true };
    } catch (error) {
      if (other === undefined) throw error;
      return { text: openWith(previous(other), purpose, sealed), isCurrent: false };
    }
  };
  return {
    seal,
    open: (purpose, sealed) => open(purpose, sealed).text,
    reseal: (purpose, sealed) => {
      const { text, isCurrent } = open(purpose, sealed);
      return isCurrent ? undefined : seal(purpose, text);
    },
  };
};

const openWith = (key: Uint8Array, purpose: string, sealed: Buffer): string => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
};

const keyOf = (secret: string): Uint8Array => new Uint8Array(hkdfSync("sha256", secret, "freehold", "box", 32));

/** The file of an instance without SECRET_KEY. */
export const keyFileOf = (dataDir: string): string => join(dataDir, keyFile);

/** Two processes may create it at once: the first file wins, and both use it. */
const storedKey = (dataDir: string): string => {
  const path = keyFileOf(dataDir);
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
};
