/** Secret words, stored as passwords. */
import { hashPassword, isPassword } from "../../kernel/passwords.ts";

/** Normalizes case and spaces. */
const canonical = (word: string): string => word.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

export const hashWord = (word: string): Promise<Buffer> => hashPassword(canonical(word));

export const isWord = (input: string, stored: Buffer): Promise<boolean> => isPassword(canonical(input), stored);
