/** Generates values for the API's fuzz test, close to a JSON schema and far from it. */
import fc from "fast-check";

/** The part of JSON Schema that /openapi.json uses, with every reference resolved. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

type Values = fc.Arbitrary<unknown>;

/** Maximum length of generated valid texts; longer ones are only sent to exceed a limit. */
const textLengthMax = 200;
const itemsMax = 3;

const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e\ufeff\u0000",
  "🏴‍☠️".repeat(30),
  "é".normalize("NFD"),
  "İıſK",
  "x".repeat(70_000),
  "%00",
  "%",
  "%zz",
  "..",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "/",
  "//evil.example",
  "\\\\evil.example\\share",
  "C:\\",
  "'; drop table person; --",
  "' or '1'='1",
  "$1",
  "${7*7}{{7*7}}",
  "<img src=x onerror=alert(1)>",
  "a\r\nset-cookie: x=1",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "1e400",
  "9".repeat(400),
  "0x10",
  "1_000",
  "1.0000000000000000000001",
  "-0",
  "٣",
  "2026-02-30",
  "+275760-09-13T00:00:00.001Z",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "http://[::1]:1/",
  "http://169.254.169.254/latest/meta-data",
  "https://x.invalid:99999/",
  "data:text/html,x",
  "0x" + "0".repeat(40),
  "0x" + "f".repeat(64),
  "bafkqaaa",
  "Qm" + "z".repeat(44),
  "a@b",
  "a@x.invalid, b@x.invalid",
  "(a+)+$",
  "*",
  "%_%",
];

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  8_640_000_000_000,
  8_640_000_000_001,
  253_402_300_800,
  -62_135_596_801,
];

/** Keys with a special meaning in JavaScript, parsed from JSON. */
const pollution = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "toJSON",
  "length",
].map((key) => JSON.parse(`{${JSON.stringify(key)}:{"operator":true}}`) as unknown);

const deep = (open: string, close: string, depth: number): unknown =>
  JSON.parse(open.repeat(depth) + "0" + close.repeat(depth));

export const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 40 }));

/** Values that no field is made for. */
export const hostileValue = (): Values =>
  fc.oneof(
    { weight: 4, arbitrary: hostileText() },
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[["deep"]]]) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...pollution) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(deep("[", "]", 500), deep('{"a":', "}", 500)) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom("a", "b"), { minLength: 300, maxLength: 2000 }) },
  );

/** Generates values that a schema accepts, as far as it specifies them; `known` are names of existing items. */
export const valueOf = (schema: JsonSchema, known: readonly string[] = []): Values => {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, known)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part) => valueOf(part, known))).map(merged);
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return types ? fc.oneof(...types.map((type) => valueOfType(type, schema, known))) : fc.jsonValue({ maxDepth: 2 });
};

const valueOfType = (type: string, schema: JsonSchema, known: readonly string[]): Values => {
  if (type === "object") return fieldsOf(schema, (field) => valueOf(field, known));
  if (type === "array")
    return fc.array(valueOf(schema.items ?? {}, known), {
      minLength: Math.min(schema.minItems ?? 0, itemsMax),
      maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? itemsMax, itemsMax)),
    });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "string") return known.length > 0 ? fc.oneof(textOf(schema), fc.constantFrom(...known)) : textOf(schema);
  return numberOf(type, schema);
};

/** Generates an object with its required fields and some of the others. */
const fieldsOf = (
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  make: (field: JsonSchema) => Values,
): Values => {
  const fields = fc.record(Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, make(field)])), {
    requiredKeys: required.filter((key) => key in properties) as never[],
    noNullPrototype: true,
  });
  if (typeof additionalProperties !== "object") return fields;
  const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), make(additionalProperties), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.tuple(fields, others).map(merged);
};

const merged = (parts: readonly unknown[]): unknown => Object.assign({}, ...parts) as unknown;

const textOf = ({ minLength = 0, maxLength = textLengthMax, pattern, format }: JsonSchema): fc.Arbitrary<string> => {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.stringMatching(/^[a-z]{1,9}@[a-z]{1,9}\.invalid$/);
  if (format === "uri" || format === "url") return fc.stringMatching(/^https:\/\/[a-z]{1,9}\.invalid\/[a-z]{0,5}$/);
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return matching(pattern, minLength);
  const most = Math.max(minLength, Math.min(maxLength, textLengthMax));
  const plain = fc.stringMatching(/^[a-z][a-z0-9-]{0,11}$/).map((text) => text.padEnd(minLength, "a").slice(0, most));
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, Math.min(most, 40)) }),
    },
    // At the limit, and one above it.
    {
      weight: 1,
      arbitrary: fc.constantFrom(maxLength, maxLength + 1).map((length) => "x".repeat(Math.min(length, 100_000))),
    },
  );
};

/** Generates plain text for patterns that the generator doesn't support, such as lookahead. */
const matching = (pattern: string, minLength: number): fc.Arbitrary<string> => {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"), { size: "small" });
  } catch {
    return fc.stringMatching(/^[a-z0-9]{1,20}$/).map((text) => text.padEnd(minLength, "1"));
  }
};

const numberOf = (type: string, schema: JsonSchema): fc.Arbitrary<number> => {
  const least = Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -1e6, Number.MIN_SAFE_INTEGER);
  const most = Math.min(schema.maximum ?? schema.exclusiveMaximum ?? 1e6, Number.MAX_SAFE_INTEGER);
  const [min, max] = least <= most ? [least, most] : [least, least + 1000];
  const inside =
    type === "integer"
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  return fc.oneof(
    { weight: 5, arbitrary: inside },
    { weight: 1, arbitrary: fc.constantFrom(min - 1, min, max, max + 1, ...hostileNumbers) },
  );
};

/** Generates a value of the schema with up to two fields replaced by hostile values, or with an undeclared key. */
export const brokenValueOf = (schema: JsonSchema, known: readonly string[]): Values => {
  const keys = Object.keys(schema.properties ?? {});
  if (keys.length === 0) return hostileValue();
  const changes = fc.array(fc.tuple(fc.constantFrom(...keys, "__proto__", "constructor", "unknown"), hostileValue()), {
    minLength: 1,
    maxLength: 2,
  });
  return fc.tuple(valueOf(schema, known), changes).map(([value, replaced]) => {
    const broken = { ...(value as object) };
    for (const [key, hostile] of replaced)
      Object.defineProperty(broken, key, { value: hostile, enumerable: true, configurable: true, writable: true });
    return broken;
  });
};
