/** Made-up input for a declared schema: the least that it takes, and where its fields are. */
import * as z from "zod";

interface JsonSchema {
  readonly type?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly anyOf?: JsonSchema[];
  readonly properties?: Record<string, JsonSchema>;
  readonly items?: JsonSchema;
  readonly required?: string[];
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
}

const asJson = (schema: z.core.$ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** The least that a schema takes, as far as types and lengths say it. */
export const sample = (schema: z.core.$ZodType): unknown => least(asJson(schema));

const least = (schema: JsonSchema): unknown => {
  const { type, enum: values, properties = {}, required = [], minLength = 0, minimum = 0, anyOf, pattern } = schema;
  if ("const" in schema) return schema.const;
  if (values) return values[0];
  if (anyOf) return least(anyOf[0]!);
  if (type === "object") return Object.fromEntries(required.map((key) => [key, least(properties[key]!)]));
  if (type === "array") return [];
  if (type === "boolean") return false;
  return type === "string" ? leastText("a".repeat(minLength), pattern) : Math.max(0, minimum);
};

/** A number where letters are not allowed. */
const leastText = (letters: string, pattern = ""): string => {
  const digits = letters.replaceAll("a", "1");
  return !new RegExp(pattern, "u").test(letters) && new RegExp(pattern, "u").test(digits) ? digits : letters;
};

/** Paths of every field of an object schema, through objects and the first entry of lists: ["invitation", "target"]. */
export const fieldPaths = (schema: z.core.$ZodType): string[][] => pathsIn(asJson(schema));

const pathsIn = ({ properties = {}, anyOf = [] }: JsonSchema): string[][] => [
  ...Object.entries(properties).flatMap(([key, field]) => [[key], ...pathsIn(field).map((path) => [key, ...path])]),
  ...anyOf.flatMap(pathsIn),
];

/** A copy of the value with the field at that path replaced; objects on the way are made where they are missing. */
export const withField = (value: unknown, [key, ...rest]: readonly string[], field: unknown): unknown => {
  const object = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return { ...object, [key!]: rest.length === 0 ? field : withField(object[key!], rest, field) };
};
