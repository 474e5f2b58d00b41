import { resolve, type Components, type JsonSchema } from "./open-api.ts";

export interface SchemaRow {
  readonly name: string;
  /** Nesting, 0 at the top. */
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  /** Limits, choices and defaults as text. */
  readonly notes: readonly string[];
}

const depthMax = 6;

/** Returns a schema's properties as rows, nested ones below their parents. */
export const schemaRows = (schema: JsonSchema, components: Components, depth = 0): SchemaRow[] => {
  const { properties = {}, required = [] } = objectIn(schema, components) ?? {};
  if (depth >= depthMax) return [];
  return Object.entries(properties).flatMap(([name, property]) => [
    {
      name,
      depth,
      type: typeName(property, components),
      isRequired: required.includes(name),
      notes: notesOf(resolve(property, components)),
    },
    ...schemaRows(property, components, depth + 1),
  ]);
};

/** Returns a type in words: "string", "integer", "list of object", "string or null". */
export const typeName = (unresolved: JsonSchema, components: Components): string => {
  const schema = resolve(unresolved, components);
  if (schema.anyOf) return schema.anyOf.map((option) => typeName(option, components)).join(" or ");
  if (schema.items) return `list of ${typeName(schema.items, components)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return (schema.type as string | undefined) ?? (schema.enum ? "string" : "anything");
};

/** Returns the object to list the properties of: the schema itself, a list's entries, or the non-null alternative. */
const objectIn = (unresolved: JsonSchema, components: Components): JsonSchema | undefined => {
  const schema = resolve(unresolved, components);
  if (schema.items) return objectIn(schema.items, components);
  if (schema.anyOf) return schema.anyOf.map((option) => objectIn(option, components)).find(Boolean);
  return schema.properties ? schema : undefined;
};

const notesOf = (schema: JsonSchema): string[] => {
  const inner = schema.items ?? schema;
  return [
    inner.enum && `one of ${inner.enum.join(", ")}`,
    rangeOf(schema.minLength, schema.maxLength, "characters"),
    rangeOf(schema.minItems, schema.maxItems, "entries"),
    rangeOf(schema.minimum, schema.maximum),
    schema.format && schema.format,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((note): note is string => typeof note === "string" && note !== "");
};

const rangeOf = (from: number | undefined, limit: number | undefined, unit = ""): string => {
  // Schemas use the largest safe integer for "no limit".
  const to = limit === Number.MAX_SAFE_INTEGER ? undefined : limit;
  const lowest = from === Number.MIN_SAFE_INTEGER ? undefined : from;
  if (lowest === undefined && to === undefined) return "";
  if (to === undefined) return `at least ${lowest} ${unit}`.trim();
  return (lowest === undefined ? `at most ${to} ${unit}` : `${lowest} to ${to} ${unit}`).trim();
};
