/**
 * Field words: one word says label, widget and validation. The same schema checks the form in the browser and the body
 * on the server, so a message written here is what a person reads in both places.
 */
import * as z from "zod/mini";
import { memoised } from "./memoised.ts";

export type Widget =
  | "id"
  | "text"
  | "textarea"
  | "choice"
  | "toggle"
  | "count"
  | "bytes"
  | "date"
  | "duration"
  | "link"
  | "status"
  | "secret"
  | "code"
  | "data";

export interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly label: string;
  readonly as: Widget;
  readonly schema: S;
  readonly options?: readonly string[];
  /** What people read for an option; its own word where there is none. */
  readonly labels?: Readonly<Partial<Record<string, string>>>;
  readonly hint?: string;
}

export type Fields = Readonly<Record<string, Field>>;

interface TextRules {
  min?: number;
  max?: number;
  hint?: string;
  pattern?: { expression: RegExp; message: string };
}

const textSchema = (label: string, { min = 0, max = 255, pattern }: TextRules) =>
  z
    .string(`${label} is required.`)
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? `${label} is required.` : `${label}: ${min} characters at least.`),
      z.maxLength(max, `${label}: ${max} characters at most.`),
      ...(pattern ? [z.regex(pattern.expression, pattern.message)] : []),
    );

const hinted = (hint: string | undefined) => (hint === undefined ? {} : { hint });

/** A field whose schema is made when it is first asked for: there are many, and the first screen needs few. */
const lazily = <const F extends Omit<Field, "schema">, S extends z.ZodMiniType>(
  face: F,
  make: () => S,
): F & { readonly schema: S } => memoised(face, "schema", make);

/** An opaque identifier made by the server. */
export const id = (label = "ID") => lazily({ label, as: "id" }, () => z.string());

/** One line of text, trimmed. */
export const text = (label: string, rules: TextRules = {}) =>
  lazily({ label, as: "text", ...hinted(rules.hint) }, () => textSchema(label, rules));

/** Several lines of text. */
export const textarea = (label: string, rules: TextRules = {}) =>
  lazily({ label, as: "textarea", ...hinted(rules.hint) }, () => textSchema(label, { max: 10_000, ...rules }));

/** A command or a path, shown in the monospace face. */
export const code = (label: string, rules: TextRules = {}) =>
  lazily({ label, as: "code", ...hinted(rules.hint) }, () => textSchema(label, { max: 500, ...rules }));

type Labels<O extends readonly string[]> = Readonly<Partial<Record<O[number], string>>>;

/** One of a closed set, picked by a person or a program. */
export const choice = <const O extends readonly [string, ...string[]]>(label: string, options: O, labels?: Labels<O>) =>
  lazily({ label, as: "choice", options, ...(labels && { labels }) }, () =>
    z.enum(options, `${label}: choose one of the list.`),
  );

/** One of a closed set, decided by the cloud. */
export const status = <const O extends readonly [string, ...string[]]>(label: string, options: O, labels?: Labels<O>) =>
  lazily({ label, as: "status", options, ...(labels && { labels }) }, () => z.enum(options));

export const toggle = (label: string, hint?: string) =>
  lazily({ label, as: "toggle", ...hinted(hint) }, () => z.boolean());

/** A whole number of things. */
export const count = (label: string, hint?: string) => lazily({ label, as: "count", ...hinted(hint) }, wholeNumber);

/** A size in bytes. */
export const bytes = (label: string) => lazily({ label, as: "bytes" }, wholeNumber);

const wholeNumber = () => z.int().check(z.nonnegative());

/** A moment in integer Unix seconds. */
export const date = (label: string, hint?: string) => lazily({ label, as: "date", ...hinted(hint) }, () => z.int());

/** A length of time in seconds. */
export const duration = (label: string) => lazily({ label, as: "duration" }, () => z.int());

/** An absolute http(s) address, opened in a new tab. */
export const link = (label: string) => lazily({ label, as: "link" }, () => z.url());

/** A secret, shown once. */
export const secret = (label: string) => lazily({ label, as: "secret" }, () => z.string());

/** Structured data that hand-written pages draw. */
export const data = <S extends z.ZodMiniType>(label: string, schema: S) =>
  ({ label, as: "data", schema }) as const satisfies Field;

export const optional = <F extends Field>(field: F) => {
  const { schema: _, ...face } = Object.getOwnPropertyDescriptors(field);
  const made = lazily(Object.defineProperties({}, face) as Omit<F, "schema"> & Omit<Field, "schema">, () =>
    z.optional(field.schema),
  );
  return made as Omit<F, "schema"> & { schema: z.ZodMiniOptional<F["schema"]> };
};
