/** The parts of /openapi.json that this page reads. */
import * as z from "zod/mini";
import { freshSignatureHeader } from "../../../../resources/account/fresh-signature.ts";

/** The JSON Schema keywords that Freehold's schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}
export type Components = Readonly<Record<string, JsonSchema>>;

const schema = z.custom<JsonSchema>((value) => typeof value === "object" && value !== null);
const content = z.record(z.string(), z.object({ schema: z.optional(schema) }));

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(["path", "query", "header"]), required: z.optional(z.boolean()), schema }),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.object({ 200: z.object({ content }) }),
});

const openApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

export type Parameter = z.output<typeof operation>["parameters"][number];

export interface ApiCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly service: string;
  /** How the caller authenticates: not at all, by `Authorization`, or by the header `token` of the open API. */
  readonly credential: "none" | "authorization" | "token";
  readonly parameters: readonly Parameter[];
  /** Needs a wallet's signature when the sign-in is not recent. */
  readonly needsSignature: boolean;
  readonly body: JsonSchema | "bytes" | undefined;
  /** The body is a form; true of calls of the open API. */
  readonly isForm: boolean;
  readonly reply: JsonSchema;
}

export interface ApiDescription {
  readonly calls: readonly ApiCall[];
  readonly components: Components;
}

/** Parses this instance's OpenAPI document. The reply is the envelope's data; the idempotency key is left to the form. */
export const readOpenApi = (document: unknown): ApiDescription => {
  const { paths, components } = openApi.parse(document);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spec]) => callOf(method.toUpperCase(), path, spec)),
  );
  return { calls, components: components.schemas };
};

const callOf = (method: string, path: string, spec: z.output<typeof operation>): ApiCall => ({
  id: spec.operationId,
  method,
  path,
  summary: spec.summary,
  service: spec.tags[0] ?? "",
  credential: credentialOf(spec.security),
  parameters: spec.parameters.filter((parameter) => parameter.in !== "header"),
  needsSignature: spec.parameters.some(({ name }) => name.toLowerCase() === freshSignatureHeader),
  body: bodyOf(spec.requestBody?.content),
  isForm: spec.requestBody?.content[formType] !== undefined,
  reply: replyIn(spec.responses[200].content["application/json"]?.schema?.properties),
});

const formType = "multipart/form-data";

const credentialOf = ([scheme]: readonly Readonly<Record<string, unknown>>[]): ApiCall["credential"] => {
  if (!scheme) return "none";
  return "openToken" in scheme ? "token" : "authorization";
};

/** Returns the schema of the envelope's content. */
const replyIn = (properties: JsonSchema["properties"] = {}): JsonSchema =>
  properties["data"] ?? properties["content"] ?? {};

const bodyOf = (body: z.output<typeof content> | undefined): ApiCall["body"] => {
  if (!body) return undefined;
  return body["application/json"]?.schema ?? body[formType]?.schema ?? "bytes";
};

/** Follows a reference to one of the document's components. */
export const resolve = (schema: JsonSchema, components: Components): JsonSchema => {
  const name = schema.$ref?.split("/").at(-1);
  return (name && components[name]) || schema;
};

/** Returns the calls whose path, method or summary contains every word of the query, by service in document order. */
export const groupCalls = (calls: readonly ApiCall[], query: string): readonly (readonly [string, ApiCall[]])[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ApiCall[]>();
  for (const call of calls) {
    const text = `${call.method} ${call.path} ${call.summary}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(call.service, [...(groups.get(call.service) ?? []), call]);
  }
  return [...groups];
};
