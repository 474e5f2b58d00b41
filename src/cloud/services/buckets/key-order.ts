/** Keys in the order of their UTF-8 bytes, which is that of their code points. */

const codePointMax = 0x10_ffff;
const lastBeforeSurrogates = 0xd7ff;
const firstAfterSurrogates = 0xe000;

/** The first text behind every text that begins with `prefix`; undefined when there is none. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === codePointMax) points.pop();
  const last = points.pop();
  return last === undefined ? undefined : String.fromCodePoint(...points, next(last));
};

/** The first text behind this one. Keys hold no U+0000. */
export const afterKey = (key: string): string => `${key}\u0001`;

/** Beginning of a key up to the first delimiter behind the prefix, itself included; undefined when there is none. */
export const commonPrefixOf = (key: string, prefix: string, delimiter: string): string | undefined => {
  if (delimiter === "" || !key.startsWith(prefix)) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
};

/** -1, 0 or 1, as the database sorts. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const next = (point: number): number => (point === lastBeforeSurrogates ? firstAfterSurrogates : point + 1);
