import { readFileSync } from "node:fs";

const wordsInKey = 24;

/** The 24 words of a wallet, from a file. Throws one sentence. */
export const readPayoutKey = (path: string): string[] => {
  const words = textOf(path).trim().toLowerCase().split(/\s+/);
  if (words.length !== wordsInKey || words.some((word) => !/^[a-z]+$/.test(word)))
    throw new Error(`TON_PAYOUT_KEY_FILE holds the ${wordsInKey} words of a wallet, separated by spaces.`);
  return words;
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Error(`TON_PAYOUT_KEY_FILE: ${path} cannot be read.`);
  }
};
