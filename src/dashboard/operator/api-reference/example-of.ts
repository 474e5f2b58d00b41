import { resolve, type Components, type JsonSchema } from "./open-api.ts";

/** Returns an example value: required fields with their defaults and first choices. */
export const exampleOf = (unresolved: JsonSchema, components: Components): unknown => {
  const schema = resolve(unresolved, components);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], components);
  if (schema.properties) return objectExample(schema, components);
  if (schema.items) return schema.minItems ? [exampleOf(schema.items, components)] : [];
  return plainExample(schema);
};

const objectExample = ({ properties = {}, required = [] }: JsonSchema, components: Components): object =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, exampleOf(property, components)]),
  );

const plainExample = ({ type, minimum = 0 }: JsonSchema): unknown => {
  switch (type) {
    case "string":
      return "";
    case "integer":
    case "number":
      return Math.max(0, minimum);
    case "boolean":
      return false;
    case "object":
      return {};
    default:
      return null;
  }
};
