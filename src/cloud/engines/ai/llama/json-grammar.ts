/** Prepares JSON schemas for a grammar, so that the model's output always matches them. */
import { RefusedAsk } from "./read-ask.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that contain one schema, a list of schemas, or schemas by name. */
const nested = ["items", "additionalProperties", "oneOf", "prefixItems"];
const byName = ["properties", "$defs"];
const known = new Set([
  ...nested,
  ...byName,
  ..."type const enum minLength maxLength format minItems maxItems minProperties maxProperties required $ref".split(
    " ",
  ),
  // Annotations without effect.
  ..."$schema $id title description default examples".split(" "),
]);

/**
 * Returns a schema for the grammar. `anyOf` becomes `oneOf`: what is written fits one of the schemas, and so any.
 *
 * @throws RefusedAsk for the first keyword that the grammar would ignore.
 */
export const forGrammar = (schema: JsonSchema, param: string): JsonSchema =>
  prepared(schema, param, param) as JsonSchema;

const prepared = (schema: unknown, param: string, at: string): unknown => {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one, index) => prepared(one, param, `${at}[${index}]`));
  const entries = Object.entries(schema).map(([name, value]): [string, unknown] => {
    const keyword = name === "anyOf" ? "oneOf" : name;
    if (!known.has(keyword))
      throw new RefusedAsk("unsupported_value", `Unsupported keyword in '${at}': ${name}.`, { param });
    if (nested.includes(keyword)) return [keyword, prepared(value, param, `${at}.${name}`)];
    if (!byName.includes(keyword)) return [keyword, value];
    const inside = Object.entries((value ?? {}) as object);
    return [
      keyword,
      Object.fromEntries(inside.map(([key, one]) => [key, prepared(one, param, `${at}.${name}.${key}`)])),
    ];
  });
  return Object.fromEntries(entries);
};
