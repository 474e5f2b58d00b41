/** Builds a byte-pair vocabulary by repeatedly merging the most frequent pair. */
import { piecesOf } from "../embedded/tokenizer.ts";

/** Returns the merges in order. Ties are sorted by letters, so that equal texts give equal vocabularies. */
export const learnMerges = (texts: readonly string[], count: number): string[] => {
  const counts = new Map<string, number>();
  for (const piece of texts.flatMap(piecesOf)) counts.set(piece.join(" "), (counts.get(piece.join(" ")) ?? 0) + 1);
  let words = [...counts].map(([word, times]) => ({ parts: word.split(" "), times }));
  const merges: string[] = [];
  while (merges.length < count) {
    const pair = mostFrequent(words);
    if (pair === undefined) break;
    merges.push(pair);
    words = words.map(({ parts, times }) => ({ parts: join(parts, pair), times }));
  }
  return merges;
};

interface Word {
  readonly parts: readonly string[];
  readonly times: number;
}

const mostFrequent = (words: readonly Word[]): string | undefined => {
  const pairs = new Map<string, number>();
  for (const { parts, times } of words)
    for (let i = 0; i + 1 < parts.length; i++) {
      const pair = `${parts[i]} ${parts[i + 1]}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + times);
    }
  const [first] = [...pairs].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return first?.[0];
};

const join = (parts: readonly string[], pair: string): string[] => {
  const joined: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const isPair = i + 1 < parts.length && `${parts[i]} ${parts[i + 1]}` === pair;
    joined.push(isPair ? parts[i]! + parts[i + 1]! : parts[i]!);
    if (isPair) i++;
  }
  return joined;
};
