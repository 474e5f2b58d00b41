/** Byte-level byte-pair encoding, as GPT-2 has it: any text is a list of tokens, and back. */

/** A vocabulary as it is stored: pairs in the order in which they were merged. Its tokens are the bytes, the merges, the marks. */
export interface TokenizerData {
  readonly merges: readonly string[];
}

/** Whose turn it is. They stand after all other tokens and cannot be typed: text is never searched for them. */
export const marks = ["user", "assistant", "end"] as const;
export type Mark = (typeof marks)[number];

export interface Tokenizer {
  readonly size: number;
  encode(text: string): number[];
  /** The bytes of a token; none of a mark. One token may be a part of a character. */
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

/** Words with the space before them, each as the letters that stand for its bytes. Pairs are never merged across words. */
export const piecesOf = (text: string): string[][] =>
  (text.match(wordPattern) ?? []).map((word) => Array.from(encoder.encode(word), (byte) => letters[byte]!));

const encoder = new TextEncoder();
const wordPattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** A letter for each byte, so that merges can be written down: printable ones stand for themselves, the others begin at U+0100. */
const lettersOfBytes = (): string[] => {
  let next = 256;
  const isPrintable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : next++));
};
const letters = lettersOfBytes();
const byteOfLetter = new Map(letters.map((letter, byte) => [letter, byte]));

/** Merges the pair that was merged first when the vocabulary was made, until there is none. */
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
