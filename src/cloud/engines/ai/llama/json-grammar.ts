/** Checks that a grammar can express a JSON schema, so that the model's output always matches it. */
import { RefusedAsk } from "./read-ask.ts";

const param = "response_format.json_schema.schema";
/** Keywords that contain one schema, a list of schemas, or schemas by name. */
const nested = ["items", "additionalProperties", "oneOf", "prefixItems", "properties", "$defs"];
const known = new Set([
  ...nested,
  ..."type const enum minLength maxLength format minItems maxItems minProperties maxProperties required $ref".split(
    " ",
  ),
  // Annotations without effect.
  ..."$schema $id title description default examples".split(" "),
]);

/** @throws RefusedAsk for the first keyword that the grammar would ignore. */
export const checkGrammarSchema = (schema: unknown, at = param): void => {
  if (typeof schema !== "object" || schema === null) return;
  if (Array.isArray(schema)) return schema.forEach((one, index) => checkGrammarSchema(one, `${at}[${index}]`));
  for (const [keyword, value] of Object.entries(schema)) {
    if (!known.has(keyword))
      throw new RefusedAsk("unsupported_value", `Unsupported keyword in '${at}': ${keyword}.`, { param });
    if (keyword === "properties" || keyword === "$defs")
      for (const [name, one] of Object.entries((value ?? {}) as object))
        checkGrammarSchema(one, `${at}.${keyword}.${name}`);
    else if (nested.includes(keyword)) checkGrammarSchema(value, `${at}.${keyword}`);
  }
};
