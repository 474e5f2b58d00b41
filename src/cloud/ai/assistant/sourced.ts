/** Keeps the sentences of a model's answer that have a source, each with the numbers of its sources. */

/** A passage that a model was given, under the number by which it may be cited. Passages of one section share it. */
export interface Source {
  readonly number: number;
  readonly text: string;
}

export interface SourcedPart {
  /** Markdown that continues what was yielded before. */
  readonly text: string;
  /** The sources that it cites. */
  readonly numbers: readonly number[];
}

/** Share of a sentence's words that its source contains, and how many others it can have: fewer than a clause. */
const enough = 0.7;
const unknownMax = 3;

/**
 * Yields each sentence, list item, table row and code block once it is complete, if a source supports it, and drops the
 * others. Citations are moved to the end; a sentence without any gets that of the passage that matches best.
 */
export async function* sourcedParts(
  output: AsyncIterable<string>,
  sources: readonly Source[],
): AsyncGenerator<SourcedPart> {
  // Between what was yielded and what follows: nothing yet, a space, a line end or an empty line.
  let gap = "";
  let isKept = false;
  const kept = new Set<string>();
  for await (const unit of unitsOf(output)) {
    if (unit.text !== "") {
      const numbers: number[] | undefined = unit.isRule
        ? isKept && gap === "\n"
          ? []
          : undefined
        : numbersFor(unit, sources);
      // Small models repeat themselves.
      isKept = numbers !== undefined && (unit.isRule || !kept.has(withoutCitations(unit.text)));
      if (numbers && isKept) {
        kept.add(withoutCitations(unit.text));
        const marker = gap === "" ? unit.marker.trimStart() : unit.marker;
        yield { text: gap + marker + withNumbers(unit, numbers), numbers };
        gap = " ";
      }
    }
    if (unit.endsLine && gap !== "") gap = unit.text === "" || gap === "\n\n" ? "\n\n" : "\n";
  }
}

interface Unit {
  readonly text: string;
  /** Mark of a list item, heading or quote before it. */
  readonly marker: string;
  readonly isCode: boolean;
  /** A line between rows or paragraphs, without words. */
  readonly isRule: boolean;
  readonly endsLine: boolean;
}

async function* unitsOf(output: AsyncIterable<string>): AsyncGenerator<Unit> {
  let rest = "";
  let marker = "";
  let isMidLine = false;
  let code: string[] | undefined;
  const unit = (text: string, endsLine: boolean): Unit => {
    const one = { text: text.trim(), marker, isCode: false, isRule: !/[\p{L}\p{N}]/u.test(text), endsLine };
    marker = "";
    return one;
  };
  /** Returns the sentences of the line so far, without its marker. */
  const sentences = (): string[] => {
    if (!isMidLine) [, marker = "", rest = ""] = /^(\s*(?:(?:[-*+•>]|\d+[.)]|#{1,6})\s+)*)(.*)$/su.exec(rest)!;
    isMidLine = true;
    return rest.startsWith("|") ? [rest] : sentencesOf(rest);
  };
  function* line(): Generator<Unit> {
    if (isFence(rest) && !isMidLine) {
      if (!code) return void (code = [rest]);
      const text = [...code, rest].join("\n");
      code = undefined;
      return yield { text, marker: "", isCode: true, isRule: false, endsLine: true };
    }
    if (code) return void code.push(rest);
    const all = sentences();
    for (const [index, text] of all.entries()) yield unit(text, index === all.length - 1);
    isMidLine = false;
  }
  for await (const piece of output) {
    for (const [index, text] of piece.split("\n").entries()) {
      if (index > 0) {
        yield* line();
        rest = "";
      }
      rest += text;
    }
    // What can't be code, a marker or the start of a citation any more.
    if (code || (!isMidLine && !/^\s*(?:[-*+•>]|\d+[.)]|#{1,6})?\s*[\p{L}*"'“«¿¡(].{3}/u.test(rest))) continue;
    const [complete, open] = splitLast(rest);
    rest = complete;
    const all = sentences();
    for (const text of all.slice(0, -1)) yield unit(text, false);
    rest = all.at(-1)! + open;
  }
  yield* line();
}

const isFence = (line: string): boolean => /^\s*(?:```|~~~)/.test(line);

/** Splits off a citation at the end that can continue. */
const splitLast = (text: string): [string, string] => {
  const at = /\s*[[【][^\]】]*$/u.exec(text)?.index ?? text.length;
  return [text.slice(0, at), text.slice(at)];
};

const citation = /\s*[[【]\^?(\d+(?:\s*,\s*\d+)*)[\]】]/u;
const codeOrCitation = new RegExp(`\`[^\`]*\`|${citation.source}`, "gu");
const citationsAfterEnd = new RegExp(`([.!?…。！？؟।]+["'”’»)*_]*)((?:${citation.source})+)`, "gu");
const closing = String.raw`["'”’»」』)*_]`;
/** Between two sentences: Chinese and Japanese have no space there. */
const betweenSentences = new RegExp(`(?<=[.!?…؟।]${closing}*\\s+|[。！？]${closing}*)(?!${closing})(?=\\S)`, "u");
const abbreviation = /(?:^|[\s(])(?:(?:\p{L}\.\s?){2,}|(?:vs|approx|ca|cf|etc|dr|mrs?|ms|st|bzw|usw|vgl)\.)\s*$/iu;

/** Splits a line. The last sentence may be incomplete. */
const sentencesOf = (line: string): string[] => {
  const sentences = [""];
  for (const segment of line.replaceAll(citationsAfterEnd, "$2$1").split(betweenSentences)) {
    const last = sentences.at(-1)!;
    const isOpen = last === "" || abbreviation.test(last) || isOdd(last, "`") || isOdd(last, "**");
    if (isOpen) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences;
};

const isOdd = (text: string, mark: string): boolean => text.split(mark).length % 2 === 0;

/** Returns the sources of a sentence or code block; undefined without any. */
const numbersFor = ({ text, isCode }: Unit, sources: readonly Source[]): number[] | undefined => {
  const cited = isCode ? [] : citedIn(text);
  const claim = claimOf(text, isCode);
  if (cited.length === 0) {
    const [best] = sources
      .map((source) => ({ number: source.number, share: shareIn(claim, source.text) }))
      .toSorted((one, other) => other.share - one.share);
    return best && best.share >= enough ? [best.number] : undefined;
  }
  const valid = sources.filter(({ number }) => cited.includes(number));
  const alone = valid.filter((source) => shareIn(claim, source.text) >= enough);
  // A sentence can join what several passages say.
  const together = valid.map((source) => source.text).join("\n");
  const supporting = alone.length > 0 ? alone : shareIn(claim, together) >= enough ? valid : [];
  return supporting.length > 0 ? [...new Set(supporting.map(({ number }) => number))] : undefined;
};

const citedIn = (text: string): number[] =>
  [...text.matchAll(codeOrCitation)].flatMap(([, numbers]) => numbers?.split(",").map(Number) ?? []);

const withoutCitations = (text: string): string =>
  text.replaceAll(codeOrCitation, (found) => (found.startsWith("`") ? found : ""));

const withNumbers = ({ text, isCode }: Unit, numbers: readonly number[]): string => {
  const marks = numbers.map((number) => `[${number}]`).join("");
  if (isCode) return `${text}\n${marks}`;
  return marks === ""
    ? text
    : withoutCitations(text)
        .trim()
        .replace(/\s*([.!?…。！？؟।:;|]*)\s*$/u, ` ${marks}$1`);
};

interface Claim {
  /** Words of which most must be in the source. */
  readonly words: readonly string[];
  /** Numbers and negations, which must all be there. */
  readonly required: readonly string[];
  /** Code and URLs, which must be there literally. */
  readonly literals: readonly string[];
}

const claimOf = (text: string, isCode: boolean): Claim => {
  const bare = isCode ? text.replaceAll(/^.*(?:```|~~~).*$/gmu, "") : withoutCitations(text);
  const literals = isCode
    ? bare.split("\n")
    : [...bare.matchAll(/`([^`]+)`|(https?:\/\/[^\s)>\]]*[\p{L}\p{N}/])/gu)].map(([, code, url]) => code ?? url!);
  const words = [...new Set(wordsOf(bare))];
  const isRequired = (word: string): boolean => word === negation || /\p{N}/u.test(word);
  return {
    words: words.filter((word) => !isRequired(word)),
    required: words.filter(isRequired),
    literals: literals.map(flat).filter((literal) => literal !== ""),
  };
};

/** Returns how much of a claim a text contains: 0 to 1. */
const shareIn = ({ words, required, literals }: Claim, text: string): number => {
  const known = new Set(wordsOf(text));
  const isThere = (word: string): boolean => known.has(word);
  if (words.length + literals.length === 0 || !required.every(isThere)) return 0;
  if (!literals.every((literal) => flat(text).includes(literal))) return 0;
  const unknown = words.filter((word) => !isThere(word)).length;
  return unknown > unknownMax ? 0 : 1 - unknown / Math.max(1, words.length);
};

const flat = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ").trim();

const negation = "not";
const negations = new Set("not no never without cannot none nothing neither nor".split(" "));
/** Words that say nothing about the subject. */
const functionWords = new Set(
  "a an the and or but if then than so as at by for from in into of on onto to with within out up is are was were be been being do does did done has have had it its this that these those there here they them their you your we our he she his her i my me what which who when where why how can could may might must shall should will would also only just any all each every some such more most other same very once while after before until because get gets".split(
    " ",
  ),
);

/** Returns the significant words in a common form: digits without separators, negations as one word, simple stems. */
const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll(/(?<=\d)[,' \u00a0\u202f](?=\d{3}(?!\d))/gu, "")
      .replaceAll(/n['’]t\b/gu, " not")
      .replaceAll(/['’]\w{1,2}\b/gu, "")
      .match(/[\p{L}\p{M}\p{N}]+(?:\.\p{N}+)*/gu) ?? []
  )
    .filter((word) => !functionWords.has(word))
    .map((word) => (negations.has(word) ? negation : stemOf(word)));

/** Cuts the usual endings: "charges", "charged" and "charging" become one. */
const stemOf = (word: string): string =>
  /\p{N}/u.test(word)
    ? word
    : word.replace(/(?<=\p{L}{3})(?:ies|ing|ed|es|ly|s|y|e)$/u, "").replace(/(\p{L})\1$/u, "$1");
