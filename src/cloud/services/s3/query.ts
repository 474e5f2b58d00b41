import { S3Error } from "./errors.ts";

type Pair = readonly [name: string, value: string];

/**
 * A query as parsed by S3. A plus is a space, as in browsers and Go. `plusAsPlus` returns the query with a literal plus,
 * which some clients sign.
 */
export class Query {
  readonly pairs: readonly Pair[];
  readonly hasPlus: boolean;
  readonly #raw: string;
  readonly #values: ReadonlyMap<string, string>;

  constructor(raw: string, plus = " ") {
    this.#raw = raw;
    this.hasPlus = raw.includes("+");
    const read = (text: string): string =>
      decoded(this.hasPlus ? text.replaceAll("+", encodeURIComponent(plus)) : text);
    this.pairs = raw
      .split("&")
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf("=");
        return at < 0 ? [read(pair), ""] : [read(pair.slice(0, at)), read(pair.slice(at + 1))];
      });
    // The first value of a name wins.
    this.#values = new Map(this.pairs.toReversed());
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  plusAsPlus(): Query {
    return new Query(this.#raw, "+");
  }
}

/** Decodes a name or value. NUL is rejected, because the database can't store it. */
const decoded = (text: string): string => {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI");
  }
  if (plain.includes("\0")) throw new S3Error("InvalidArgument", "A parameter contains a NUL character.");
  return plain;
};
