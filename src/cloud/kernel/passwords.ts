/** Passwords and words that users choose, stored as salted scrypt hashes: they are easier to guess than random secrets. */
import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scrypt = promisify<string, Buffer, number, Buffer>(scryptWithCallback);
const saltBytes = 16;
const hashBytes = 32;

/** Returns the salt, then the hash. */
export const hashPassword = async (password: string): Promise<Buffer> => {
  const salt = randomBytes(saltBytes);
  return Buffer.concat([salt, await scrypt(password, salt, hashBytes)]);
};

/** Returns whether a password is the one that was stored. */
export const isPassword = async (password: string, stored: Buffer): Promise<boolean> => {
  const hash = await scrypt(password, stored.subarray(0, saltBytes), hashBytes);
  return timingSafeEqual(hash, stored.subarray(saltBytes));
};
