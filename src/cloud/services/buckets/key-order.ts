/** Orders keys by their UTF-8 bytes, which is the order of their code points. */

const codePointMax = 0x10_ffff;
const lastBeforeSurrogates = 0xd7ff;
const firstAfterSurrogates = 0xe000;

/** Returns the first string after all strings with this prefix; undefined if there is none. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === codePointMax) points.pop();
  const last = points.pop();
  return last === undefined ? undefined : String.fromCodePoint(...points, next(last));
};

/** Returns the first possible key after this one. Keys never contain U+0000. */
export const afterKey = (key: string): string => `${key}\u0001`;

/** Returns the key up to and including the first delimiter after the prefix; undefined if there is none. */
export const commonPrefixOf = (key: string, prefix: string, delimiter: string): string | undefined => {
  if (delimiter === "" || !key.startsWith(prefix)) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
};

/** Compares keys in the database's sort order. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const next = (point: number): number => (point === lastBeforeSurrogates ? firstAfterSurrogates : point + 1);
