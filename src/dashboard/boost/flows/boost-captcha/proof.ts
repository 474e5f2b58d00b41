import { sha256 } from "../../../lib/bytes/sha256.ts";

export interface Puzzle {
  readonly salt: string;
  /** Required number of leading zero bits in SHA-256 (FIPS 180-4) of the salt and the counter. */
  readonly bits: number;
}

const text = new TextEncoder();

/** Returns whether SHA-256 of `salt` + `counter` (decimal, both as UTF-8) starts with enough zero bits. */
export const proves = ({ salt, bits }: Puzzle, counter: number): boolean =>
  leadingZeros(sha256(text.encode(salt + String(counter)))) >= bits;

const leadingZeros = (digest: Uint8Array): number => {
  const at = digest.findIndex((byte) => byte !== 0);
  return at === -1 ? digest.length * 8 : at * 8 + Math.clz32(digest[at]!) - 24;
};

/** Returns the first solution among `tries` counters, from `first` on in increments of `step`; undefined if none. */
export const searchProof = (puzzle: Puzzle, first: number, step: number, tries: number): number | undefined => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const counter = first + attempt * step;
    if (proves(puzzle, counter)) return counter;
  }
  return undefined;
};

/**
 * Returns the probability of having found a solution after that many tries: 1 − e^(−tries / 2^bits). Used for the
 * progress bar.
 */
export const likelyDone = (tries: number, bits: number): number => 1 - Math.exp(-tries / 2 ** bits);
