/**
 * Checks every text that users and contributors read against the rules of terms.ts. Each function returns `file:line:
 * complaint` lines.
 */
import { exceptions, properNouns, type Term } from "./terms.ts";
import { commentsOf, filesOf, proseOf, textsOf, type Text } from "./visible-text.ts";

const isTest = (file: string): boolean => /\.test\.tsx?$|^tests\//.test(file);

/** Returns the project's texts by reader. */
export const readTexts = (only: (file: string) => boolean = () => true) => {
  const sources = filesOf(/^(src|resources|scripts|samples|tests)\/.*\.(tsx?|mjs)$/)
    .filter((file) => !/^tests\/(voice\/|contract\/source\/voice)|^src\/cloud\/migrations\/|\.d\.ts$/.test(file))
    .filter(only);
  const isExempt = (file: string): boolean => exceptions.some(({ file: path, text }) => text === "" && path.test(file));
  const product = sources.filter((file) => !isTest(file) && !isExempt(file));
  const isScreen = (file: string): boolean => /^(src\/dashboard|resources)\//.test(file);
  return {
    screens: product.filter(isScreen).flatMap((file) => textsOf(file)),
    server: product.filter((file) => !isScreen(file)).flatMap((file) => textsOf(file)),
    documents: filesOf(/^(README|CHANGELOG)\.md$|^docs\/.*\.md$/)
      .filter(only)
      .flatMap(proseOf),
    comments: sources.flatMap(commentsOf),
    testTitles: sources.filter(isTest).flatMap((file) => textsOf(file)),
  };
};

const complaint = ({ file, line, text }: Text, what: string): string =>
  `${file}:${line}: ${what}: ${text.slice(0, 200)}`;

const isException = ({ file, text }: Text): boolean =>
  exceptions.some((exception) => exception.file.test(file) && text.includes(exception.text));

/** Finds words to avoid, with suggestions. */
export const avoided = (texts: readonly Text[], terms: readonly Term[]): string[] =>
  texts
    .filter((text) => !isException(text))
    .flatMap((text) =>
      terms
        .filter(({ avoid }) => avoid.test(text.text))
        .map(({ avoid, use }) => complaint(text, `“${avoid.exec(text.text)![0]}” → ${use}`)),
    );

export const wordsMax = 30;

/** Finds sentences of more than 30 words. */
export const tooLong = (texts: readonly Text[]): string[] =>
  texts
    .filter((text) => !isException(text))
    .flatMap((text) =>
      text.text
        .split(/[.!?:;]+["”’)]*(?=\s|$)/)
        .filter((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > wordsMax)
        .map(() => complaint(text, `a sentence of more than ${wordsMax} words`)),
    );

const titleSlots = /^(title|label|ok|cancel|heading|done|back|h[1-6]|(Link)?Button|button|Tab|th|legend)$/;
const quoted = /\{[^}]*\}|“[^”]*”|"[^"]*"|'[^']*'|`[^`]*`/g;
const sentenceEnd = /[.!?:…•·#]$|^[–—-]$/;

const breaksSentenceCase = (title: string): boolean => {
  const words = title.replaceAll(quoted, "…").split(/[\s/]+/);
  return words.some((word, index) => {
    const bare = word.replaceAll(/^[("‘“[]+|[)"’”\].,:;!?…]+$|['’]s$/g, "");
    const isStart = index === 0 || sentenceEnd.test(words[index - 1]!);
    return !isStart && /^[A-Z][a-z]+$/.test(bare) && !properNouns.has(bare);
  });
};

/** Finds titles, labels and buttons that are not in sentence case. */
export const wrongCase = (texts: readonly Text[]): string[] =>
  texts
    .filter((text) => titleSlots.test(text.slot ?? "") && text.text.length <= 80 && !isException(text))
    .filter(({ text }) => breaksSentenceCase(text))
    .map((text) => complaint(text, "not in sentence case"));
