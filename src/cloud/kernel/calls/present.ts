/** Converts stored rows to replies. The reply's schema names the fields, and decides how each value is written. */
import type * as z from "zod/mini";
import { secondsOf } from "../../lib/seconds-of.ts";

export type SnakeCase<K extends string> = K extends `${infer Head}${infer Tail}`
  ? `${Head extends Uppercase<Head> ? (Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`) : Head}${SnakeCase<Tail>}`
  : "";

/** What a column may hold for a field. */
type Stored<V> = V extends number ? V | bigint | Date : V extends string ? V | bigint : V;
type Keys<I, Own> = Exclude<keyof I, keyof Own> & string;
type Required<I, Own> = { [K in Keys<I, Own>]: undefined extends I[K] ? never : K }[Keys<I, Own>];
type Columns<I, Own> = {
  readonly [K in Required<I, Own> as SnakeCase<K>]: Stored<I[K]>;
} & { readonly [K in Exclude<Keys<I, Own>, Required<I, Own>> as SnakeCase<K>]?: Stored<NonNullable<I[K]>> | null };

/**
 * Returns the fields of a schema from the row's columns of the same names, in snake_case: times as Unix seconds, sizes and counts as
 * numbers, amounts as decimal text. Optional fields without a value are left out. `own`: fields that are no column; `undefined` omits one.
 */
export const present = <
  S extends z.ZodMiniObject,
  const Own extends { readonly [K in keyof z.input<S>]?: z.input<S>[K] | undefined } = Record<never, never>,
>(
  schema: S,
  row: Columns<z.input<S>, Own>,
  own?: Own,
): z.input<S> => ({ ...presentRow(schema, row), ...own }) as z.input<S>;

/** Does the same for a row whose columns the caller has checked. `blank`: a further value that optional fields leave out. */
export const presentRow = (
  schema: z.ZodMiniObject,
  row: Readonly<Record<string, unknown>>,
  blank: unknown = null,
): object => {
  const fields: Record<string, unknown> = {};
  for (const [name, column, isNumber, isOptional] of formatsOf(schema)) {
    const value = row[column];
    if (value === undefined || (isOptional && (value === null || value === blank))) continue;
    if (value instanceof Date) fields[name] = secondsOf(value);
    else if (typeof value === "bigint") fields[name] = isNumber ? Number(value) : value.toString();
    else fields[name] = isNumber && typeof value === "string" ? Number(value) : value;
  }
  return fields;
};

type CamelCase<K extends string> = K extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : K;
export type CamelRow<R> = { readonly [K in keyof R & string as CamelCase<K>]: R[K] };

/** Returns a row with its columns' names in camelCase, for records inside the server. */
export const camelRow = <R extends object>(row: R): CamelRow<R> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelRow<R>;

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Format = readonly [name: string, column: string, isNumber: boolean, isOptional: boolean];
const formats = new WeakMap<z.ZodMiniObject, readonly Format[]>();

const formatsOf = (schema: z.ZodMiniObject): readonly Format[] => {
  const known = formats.get(schema);
  if (known) return known;
  const made = Object.entries(schema.shape).map(([name, field]: [string, z.core.$ZodType]): Format => {
    return [name, snakeCase(name), baseOf(field).def.type === "number", field._zod.optin === "optional"];
  });
  formats.set(schema, made);
  return made;
};

const baseOf = (field: z.core.$ZodType): z.core.$ZodTypeInternals => {
  const { def } = field._zod as { def: { innerType?: z.core.$ZodType } };
  return def.innerType ? baseOf(def.innerType) : field._zod;
};
