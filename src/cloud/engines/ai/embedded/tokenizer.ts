/** Converts text to tokens and back with byte-level byte-pair encoding, as in GPT-2. */

/** A stored vocabulary: pairs in the order in which they were merged. The tokens are the bytes, the merges and the marks. */
export interface TokenizerData {
  readonly merges: readonly string[];
}

/** Tokens that separate turns. They come after all other tokens, and text never encodes to them. */
export const marks = ["user", "assistant", "end"] as const;
export type Mark = (typeof marks)[number];

export interface Tokenizer {
  readonly size: number;
  encode(text: string): number[];
  /** Returns the bytes of a token, which may be part of a character. A mark has none. */
  bytesOf(token: number): Uint8Array;
  mark(mark: Mark): number;
}

export const createTokenizer = ({ merges }: TokenizerData): Tokenizer => {
  const words = [...letters, ...merges.map((merge) => merge.replace(" ", ""))];
  const ids = new Map(words.map((word, index) => [word, index]));
  const ranks = new Map(merges.map((merge, index) => [merge, index]));
  const bytes = words.map((word) => Uint8Array.from(word, (letter) => byteOfLetter.get(letter)!));
  return {
    size: words.length + marks.length,
    encode: (text) => piecesOf(text).flatMap((piece) => merged(piece, ranks).map((word) => ids.get(word)!)),
    bytesOf: (token) => bytes[token] ?? new Uint8Array(),
    mark: (mark) => words.length + marks.indexOf(mark),
  };
};

/** Splits text into words with their leading space, each as one letter per byte. Pairs are never merged across words. */
export const piecesOf = (text: string): string[][] =>
  (text.match(wordPattern) ?? []).map((word) => Array.from(encoder.encode(word), (byte) => letters[byte]!));

const encoder = new TextEncoder();
const wordPattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** Returns a letter for each byte, so that merges are readable: printable bytes map to themselves, others to letters from U+0100. */
const lettersOfBytes = (): string[] => {
  let next = 256;
  const isPrintable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : next++));
};
const letters = lettersOfBytes();
const byteOfLetter = new Map(letters.map((letter, byte) => [letter, byte]));

/** Merges pairs in the order of the vocabulary until none is left. */
const merged = (piece: readonly string[], ranks: ReadonlyMap<string, number>): string[] => {
  const parts = [...piece];
  for (;;) {
    let best = -1;
    let bestRank = Infinity;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ranks.get(`${parts[i]} ${parts[i + 1]}`) ?? Infinity;
      if (rank < bestRank) [best, bestRank] = [i, rank];
    }
    if (best < 0) return parts;
    parts.splice(best, 2, parts[best]! + parts[best + 1]!);
  }
};
