/**
 * The header `Based-On` of a change: which values the user saw when changing them, as one fingerprint per field:
 * `name=1k2j3, limits.daily=x9`. Fields of nested objects have dotted names. The server keeps what others changed
 * meanwhile, and refuses with CHANGED_MEANWHILE where both changed one field.
 */
export const basedOnHeader = "based-on";

type Values = Readonly<Record<string, unknown>>;

/** Returns the header for a body's values before the user changed them. */
export const basedOn = (values: Values): Readonly<Record<string, string>> => ({
  [basedOnHeader]: Object.entries(flat(values))
    .map(([name, value]) => `${name}=${fingerprintOf(value)}`)
    .join(", "),
});

/** Returns the fingerprints of a header by field; undefined if it is malformed. */
export const fingerprintsIn = (header: string): ReadonlyMap<string, string> | undefined => {
  const pairs = header.split(",").map((pair) => /^\s*([\w.-]+)=(\w*)\s*$/.exec(pair));
  return pairs.every((pair) => pair !== null) ? new Map(pairs.map((pair) => [pair[1]!, pair[2]!])) : undefined;
};

/** Returns the fields whose values differ from those before, for calls that leave the others as they are. */
export const changedOnly = <V extends Values>(values: V, before: Values): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => fingerprintOf(value) !== fingerprintOf(before[name])),
  ) as Partial<V>;

/** Returns the fields of nested objects under dotted names, except of those whose keys are no names. */
const flat = (values: Values, prefix = ""): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isObject(value) && Object.keys(value).every((key) => /^\w+$/.test(key))
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[prefix + name, value] as const],
    ),
  );

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns a short text that differs for different values. Empty values are equal, whether left out, null or blank, and
 * the order of lists doesn't count: programs present both in several ways.
 */
export const fingerprintOf = (value: unknown): string => {
  const text = canonical(value);
  return text === "" ? "" : hash(text);
};

const canonical = (value: unknown): string => {
  if (value === undefined || value === null || value === "") return "";
  if (Array.isArray(value)) return value.length === 0 ? "" : `[${value.map(canonical).toSorted().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = canonical(part);
    return text === "" ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return parts.length === 0 ? "" : `{${parts.toSorted().join()}}`;
};

/** FNV-1a with two seeds, 64 bits in total. */
const hash = (text: string): string => [0x811c9dc5, 0x9e3779b9].map((seed) => half(text, seed).toString(36)).join("");

const half = (text: string, seed: number): number => {
  let sum = seed;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
};
