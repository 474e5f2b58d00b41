/**
 * Field words: one word says label, widget and validation. The same schema checks the form in the browser and the body
 * on the server, so a message written here is what a person reads in both places.
 */
import * as z from "zod/mini";

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

/** An opaque identifier made by the server. */
export const id = (label = "ID") => ({ label, as: "id", schema: z.string() }) as const satisfies Field;

/** One line of text, trimmed. */
export const text = (label: string, rules: TextRules = {}) =>
  ({ label, as: "text", schema: textSchema(label, rules), ...hinted(rules.hint) }) as const satisfies Field;

/** Several lines of text. */
export const textarea = (label: string, rules: TextRules = {}) =>
  ({
    label,
    as: "textarea",
    schema: textSchema(label, { max: 10_000, ...rules }),
    ...hinted(rules.hint),
  }) as const satisfies Field;

/** A command or a path, shown in the monospace face. */
export const code = (label: string, rules: TextRules = {}) =>
  ({
    label,
    as: "code",
    schema: textSchema(label, { max: 500, ...rules }),
    ...hinted(rules.hint),
  }) as const satisfies Field;

type Labels<O extends readonly string[]> = Readonly<Partial<Record<O[number], string>>>;

/** One of a closed set, picked by a person or a program. */
export const choice = <const O extends readonly [string, ...string[]]>(label: string, options: O, labels?: Labels<O>) =>
  ({
    label,
    as: "choice",
    options,
    schema: z.enum(options, `${label}: choose one of the list.`),
    ...(labels && { labels }),
  }) as const satisfies Field;

/** One of a closed set, decided by the cloud. */
export const status = <const O extends readonly [string, ...string[]]>(label: string, options: O, labels?: Labels<O>) =>
  ({ label, as: "status", options, schema: z.enum(options), ...(labels && { labels }) }) as const satisfies Field;

export const toggle = (label: string, hint?: string) =>
  ({ label, as: "toggle", schema: z.boolean(), ...hinted(hint) }) as const satisfies Field;

/** A whole number of things. */
export const count = (label: string) =>
  ({ label, as: "count", schema: z.int().check(z.nonnegative()) }) as const satisfies Field;

/** A size in bytes. */
export const bytes = (label: string) =>
  ({ label, as: "bytes", schema: z.int().check(z.nonnegative()) }) as const satisfies Field;

/** A moment in integer Unix seconds. */
export const date = (label: string) => ({ label, as: "date", schema: z.int() }) as const satisfies Field;

/** A length of time in seconds. */
export const duration = (label: string) => ({ label, as: "duration", schema: z.int() }) as const satisfies Field;

/** An absolute http(s) address, opened in a new tab. */
export const link = (label: string) => ({ label, as: "link", schema: z.url() }) as const satisfies Field;

/** A secret, shown once. */
export const secret = (label: string) => ({ label, as: "secret", schema: z.string() }) as const satisfies Field;

/** Structured data that hand-written pages draw. */
export const data = <S extends z.ZodMiniType>(label: string, schema: S) =>
  ({ label, as: "data", schema }) as const satisfies Field;

export const optional = <F extends Field>(field: F) =>
  ({ ...field, schema: z.optional(field.schema) }) as Omit<F, "schema"> & { schema: z.ZodMiniOptional<F["schema"]> };
