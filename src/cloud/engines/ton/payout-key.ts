import { readFileSync } from "node:fs";

const mnemonicLength = 24;

/** Reads the 24 words of a wallet from a file. Throws a one-sentence error. */
export const readPayoutKey = (path: string): string[] => {
  const words = textOf(path).trim().toLowerCase().split(/\s+/);
  if (words.length !== mnemonicLength || words.some((word) => !/^[a-z]+$/.test(word)))
    throw new Error(`TON_PAYOUT_KEY_FILE must contain the ${mnemonicLength} words of a wallet, separated by spaces.`);
  return words;
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Error(`TON_PAYOUT_KEY_FILE: can't read ${path}.`);
  }
};
