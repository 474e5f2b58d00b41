/** Encrypts secrets that must be read again, such as tokens of other services: AES-256-GCM under a key that is not in the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";

export interface SecretBox {
  /** `purpose` identifies the secret and its owner; decryption requires the same value. */
  seal(purpose: string, text: string): Buffer;
  /** Throws if the key or purpose differs, or a byte was changed. */
  open(purpose: string, sealed: Buffer): string;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const keyFile = "secret-key";

/** Uses the key of the setting SECRET_KEY, or a file in the data folder, read or generated on first use. */
export const createSecretBox = (config: Pick<Config, "DATA_DIR" | "SECRET_KEY">): SecretBox => {
  let key: Uint8Array | undefined;
  const secret = (): Uint8Array =>
    (key ??= new Uint8Array(
      hkdfSync("sha256", config.SECRET_KEY ?? storedKey(config.DATA_DIR), "freehold", "box", 32),
    ));
  return {
    seal: (purpose, text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, secret(), iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: (purpose, sealed) => {
      const decipher = createDecipheriv(algorithm, secret(), sealed.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
    },
  };
};

/** Two processes may create it at once: the first file wins, and both use it. */
const storedKey = (dataDir: string): string => {
  const path = join(dataDir, keyFile);
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
};
