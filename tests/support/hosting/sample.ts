/** Generates minimal input for a declared schema, and finds its fields. */
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

/** Returns a minimal value for a schema, based on types and lengths. */
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

/** Returns a number if letters are not allowed, or a version. */
const leastText = (letters: string, pattern = ""): string => {
  const digits = letters.replaceAll("a", "1");
  return [letters, digits, "0.8.0"].find((text) => new RegExp(pattern, "u").test(text)) ?? letters;
};

/**
 * Returns the path of every field of an object schema, through objects and the first entry of lists: ["invitation",
 * "target"].
 */
export const fieldPaths = (schema: z.core.$ZodType): string[][] => pathsIn(asJson(schema));

const pathsIn = ({ properties = {}, anyOf = [] }: JsonSchema): string[][] => [
  ...Object.entries(properties).flatMap(([key, field]) => [[key], ...pathsIn(field).map((path) => [key, ...path])]),
  ...anyOf.flatMap(pathsIn),
];

/** Copies the value with the field at that path replaced; creates missing objects on the way. */
export const withField = (value: unknown, [key, ...rest]: readonly string[], field: unknown): unknown => {
  const object = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return { ...object, [key!]: rest.length === 0 ? field : withField(object[key!], rest, field) };
};
