/**
 * Declarations as JSON, for resources of installed modules: the dashboard was built without them, so the server sends them. Field words
 * travel as a word with its arguments, from which the dashboard creates the same field with the same messages.
 */
import * as z from "zod/mini";
import { defineResource, type Resource, type ResourceSpec } from "./define.ts";
import { originOf } from "./field-origin.ts";
import * as words from "./words.ts";

type Word = keyof typeof words;
type Create = (...args: readonly unknown[]) => object;

const create = { ...words } as Readonly<Record<Word, unknown>> as Readonly<Record<Word, Create>>;

/**
 * A resource as JSON. Names, titles, routes, calls and permissions can be read as they are; its fields have only `as`, until `revive` creates
 * them.
 */
export type PortableResource = Resource & { readonly isPortable: true };

/** Stands for the schema of a reply, which the server has validated. */
const served = { $served: true };

/** Converts a declaration to JSON. Throws if a part that the dashboard needs is a function or a schema. */
export const portable = (resource: Resource): PortableResource => {
  const { schema: _schema, listQuery: _query, replies = {}, actions = {}, ...spec } = resource;
  const declared = {
    ...spec,
    replies: Object.fromEntries(Object.keys(replies).map((verb) => [verb, served])),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, { reply, ...action }]) => [
        name,
        { ...action, ...(reply && { reply: reply === "row" ? reply : served }) },
      ]),
    ),
  };
  return { ...(encode(declared, []) as Resource), isPortable: true };
};

/** Creates the resource that `portable` has converted. */
export const revive = (resource: PortableResource): Resource => {
  const { isPortable: _, ...declared } = resource;
  return defineResource(decode(declared) as ResourceSpec) as Resource;
};

/** `path`: names of the keys that lead to the value, for errors. */
const encode = (value: unknown, path: readonly string[]): unknown => {
  if (value instanceof RegExp) return { $pattern: [value.source, value.flags] };
  if (typeof value === "function") throw new Error(refusal(path, "function"));
  if (typeof value !== "object" || value === null) return value;
  const origin = originOf(value);
  if (origin) {
    const $word = origin.map((part) => encode(part, path));
    return { ...("as" in value && { as: value.as }), $word };
  }
  if ("_zod" in value) throw new Error(refusal(path, "schema"));
  if (Array.isArray(value)) return value.map((item, at) => encode(item, [...path, String(at)]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item, [...path, key])]));
};

const refusal = (path: readonly string[], kind: string): string =>
  `${path.join(".")} is a ${kind}, which the dashboard can't receive. Use the words of freehold/module.`;

interface Encoded {
  readonly $served?: true;
  readonly $word?: readonly [Word, ...unknown[]];
  readonly $pattern?: readonly [string, string];
}

const decode = (value: unknown): unknown => {
  // JSON has no `undefined`, which an omitted argument is.
  if (value === null) return undefined;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(decode);
  const { $word, $pattern, $served } = value as Encoded;
  if ($served) return z.unknown();
  if ($pattern) return new RegExp(...$pattern);
  if ($word) return create[$word[0]](...$word.slice(1).map(decode));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
};
