/** Selects the input that the operation log stores: an allow-list, since users may enter secrets in any field. */
import type * as z from "zod/mini";
import type { CallSpec } from "../../../../resources/declare/define.ts";

type Schema = z.core.$ZodType;
type Details = Readonly<Record<string, unknown>>;

/** Fields whose text or number may be stored. For others, only their names are. */
const readable: ReadonlySet<string> = new Set([
  "branch",
  "commitHash",
  "currentBranch",
  "domain",
  "invitationId",
  "ipfsPath",
  "label",
  "name",
  "note",
  "outputDirectory",
  "projectId",
  "projectName",
  "redirectTo",
  "repoId",
  "rootDirectory",
  "target",
  "teamId",
  "threshold",
  "username",
  "web3TemplateId",
]);
const textMax = 200;
const entriesMax = 20;

/** Stores ids in the path, and body fields that are no free text or named above; `withheld` lists the rest. */
export const detailsOf = (
  { body: schema }: Pick<CallSpec, "body">,
  params: Readonly<Record<string, string>>,
  body: unknown,
): Details => {
  const ids = Object.entries(params).filter(([name, value]) => /(^id|Id)$/.test(name) && value.length <= textMax);
  const sent = schema && typeof body === "object" ? (storedValue(schema, body, "") as Details | undefined) : undefined;
  const withheld = Object.entries(typeof body === "object" ? (body ?? {}) : {}).flatMap(([name, value]) =>
    value === undefined || sent?.[name] !== undefined || !isDeclared(schema, name) ? [] : [name],
  );
  return { ...Object.fromEntries(ids), ...sent, ...(withheld.length > 0 && { withheld }) };
};

/**
 * Returns the identifiers of the objects that a call concerned: ids and names in its path, ids in what is stored of its input, and ids in its
 * reply. Other parts of a path may be secret, such as the token of a deploy hook.
 */
export const objectsOf = (params: Readonly<Record<string, string>>, details: Details, reply: unknown): string[] => {
  const named = (values: Details, names: RegExp) =>
    Object.entries(values).flatMap(([name, value]) => (names.test(name) ? [value] : []));
  const replied = (typeof reply === "object" ? (reply ?? {}) : {}) as Details;
  return [
    ...named(params, /(^id|Id|^name|Name|^bucket)$/),
    ...named(details, /(^id|Id)$/),
    ...named(replied, /(^id|Id)$/),
  ]
    .filter((value) => typeof value === "string")
    .filter((value) => value.length > 0 && value.length <= textMax)
    .map((value) => value.toWellFormed());
};

const isDeclared = (schema: Schema | undefined, name: string): boolean => {
  const { def } = schema?._zod ?? {};
  return isObject(def) && name in def.shape;
};

/** The part of a value that its schema shows to be harmless: choices, switches, and the texts named above. */
const storedValue = (schema: Schema, value: unknown, name: string): unknown => {
  if (value === undefined || value === null) return undefined;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "boolean":
    case "enum":
    case "literal":
      return value;
    case "string":
    case "number":
      return readable.has(name) ? plain(value) : undefined;
    case "optional":
    case "default":
    case "nullable":
      return storedValue(def.innerType, value, name);
    case "array":
      return storedList(def.element, value as readonly unknown[]);
    case "record":
      return storedRecord(def, value as Details);
    case "object":
      return storedObject(def.shape, value as Details);
    default:
      return undefined;
  }
};

/** Choices unchanged; for anything else the number of items. */
const storedList = (element: Schema, list: readonly unknown[]): unknown =>
  element._zod.def.type === "enum" ? list.slice(0, entriesMax) : list.length;

/** Only under keys that are choices: users type others. */
const storedRecord = ({ keyType, valueType }: { keyType: Schema; valueType: Schema }, record: Details): unknown =>
  keyType._zod.def.type === "enum" ? pick(record, Object.keys(record), () => valueType) : undefined;

const storedObject = (shape: Readonly<Record<string, Schema>>, object: Details): unknown =>
  pick(object, Object.keys(shape), (name) => shape[name]!);

const pick = (from: Details, names: readonly string[], schemaOf: (name: string) => Schema): Details | undefined => {
  const entries = names.slice(0, entriesMax * 2).flatMap((name) => {
    const value = storedValue(schemaOf(name), from[name], name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
};

const plain = (value: unknown): unknown => (typeof value === "string" ? value.slice(0, textMax).toWellFormed() : value);

const isObject = (def: unknown): def is { readonly type: "object"; readonly shape: Readonly<Record<string, Schema>> } =>
  (def as { type?: unknown } | undefined)?.type === "object";
