/** Secret words, stored as salted scrypt hashes, because readable words are easy to guess from weaker hashes. */
import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scrypt = promisify<string, Buffer, number, Buffer>(scryptWithCallback);
const saltBytes = 16;
const hashBytes = 32;

/** Normalizes case and spaces. */
const canonical = (word: string): string => word.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

/** The salt, then the hash. */
export const hashWord = async (word: string): Promise<Buffer> => {
  const salt = randomBytes(saltBytes);
  return Buffer.concat([salt, await scrypt(canonical(word), salt, hashBytes)]);
};

export const isWord = async (input: string, stored: Buffer): Promise<boolean> => {
  const hash = await scrypt(canonical(input), stored.subarray(0, saltBytes), hashBytes);
  return timingSafeEqual(hash, stored.subarray(saltBytes));
};
