import * as z from "zod";
import { messagesToSign } from "../../../../resources/account/fresh-signature.ts";
import { aliases, baseName } from "../../../../resources/declare/aliases.ts";
import type { CallSpec, Resource } from "../../../../resources/declare/define.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";

type Json = Record<string, unknown>;
type Schema = CallSpec["reply"];

/** Returns the OpenAPI 3.1 description of every declared call, from the schemas that validate them. */
export const openApi = (declared: readonly CallSpec[], resources: readonly Resource[]): Json => {
  const names = new Map<Schema, string>(resources.map((resource) => [resource.schema, resource.name]));
  const paths: Record<string, Json> = {};
  for (const spec of declared) {
    const { method, alias, path } = parseCall(spec.call);
    const url = aliases[alias] + path;
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(spec, names) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Freehold", version: "1", description: "All API calls of this Freehold instance." },
    servers: [{ url: "/" }],
    tags: Object.keys(aliases).map((alias) => ({ name: alias.slice(1) })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        nodeToken: {
          type: "http",
          scheme: "bearer",
          description: "Boost node token, returned by `POST /api/boost/node/create`. Valid only for Boost calls.",
        },
        openToken: { type: "apiKey", in: "header", name: "token" },
      },
      schemas: {
        ...Object.fromEntries([...names].map(([schema, name]) => [name, jsonSchema(schema, "output")])),
        refusal: {
          type: "object",
          properties: {
            code: { type: ["string", "integer"] },
            message: { type: "string" },
            data: {},
            requestId: { type: "string", description: "Of internal errors: what the operator finds in the log." },
          },
          required: ["code", "message"],
        },
        openRefusal: {
          type: "object",
          properties: {
            code: { type: "integer" },
            bcode: { type: "string" },
            message: { type: "string" },
            content: {},
          },
          required: ["code", "bcode", "message", "content"],
        },
      },
    },
  };
};

/** Returns the name of a declared call: "GET $hosting/project/{id}" → "get-hosting-project-id". Also its label in metrics. */
export const operationIdOf = (call: CallSpec["call"]): string => {
  const { method, alias, path } = parseCall(call);
  return `${method.toLowerCase()}-${baseName(alias)}${path}`.replace(/[^\w-]+/g, "-").replace(/-+$/, "");
};

const operation = (spec: CallSpec, names: ReadonlyMap<Schema, string>): Json => {
  const { alias, path } = parseCall(spec.call);
  return {
    operationId: operationIdOf(spec.call),
    tags: [baseName(alias)],
    summary: spec.summary,
    security: securityOf(spec),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(spec.query),
      ...(isRepeatable(spec) ? [idempotencyKey] : []),
      ...(spec.fresh === undefined ? [] : [freshSignature]),
      ...(spec.reads === undefined ? [] : [basedOn]),
    ],
    ...requestBody(spec),
    responses: {
      200: success(spec, names),
      ...(spec.fresh !== undefined && { 428: freshRefusal() }),
      default: answer("Refused. See the code for the reason.", {
        $ref: `#/components/schemas/${spec.open ? "openRefusal" : "refusal"}`,
      }),
    },
  };
};

const success = (spec: CallSpec, names: ReadonlyMap<Schema, string>): Json => {
  if (spec.file)
    return { description: "A file.", content: { [mediaTypeOf(spec.file)]: { schema: { type: "string" } } } };
  const reply = replySchema(spec.reply, names);
  if (!spec.events) return answer("Done.", envelopeSchema(spec, reply));
  return { description: "Events, one per line.", content: { "application/x-ndjson": { schema: reply } } };
};

/** Returns the media type without its parameters. */
const mediaTypeOf = ({ type }: NonNullable<CallSpec["file"]>): string => type.split(";")[0]!;

const securityOf = ({ can, open }: CallSpec): Json[] => {
  if (can === "anyone") return [];
  if (can === "node") return [{ nodeToken: [] }];
  return [open ? { openToken: [] } : { token: [] }];
};

const envelopeSchema = ({ open }: CallSpec, reply: Json): Json => {
  const properties = {
    code: { const: 200 },
    ...(open && { bcode: { const: "SUCCESS" } }),
    message: { const: "OK" },
    [open ? "content" : "data"]: reply,
  };
  return { type: "object", properties, required: Object.keys(properties) };
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A unique key that you generate. Repeating a request with the same key within a day has one effect and returns the same reply.",
  schema: { type: "string", maxLength: 255 },
};

const freshSignature = {
  name: "X-Fresh-Signature",
  in: "header",
  description:
    "Required if the sign-in is older than five minutes: the nonce of a message from the 428 response, a space, and the wallet's signature of that message.",
  schema: { type: "string" },
};

const basedOn = {
  name: "Based-On",
  in: "header",
  description:
    "Which values you saw, as `field=fingerprint` pairs. Fields that others changed meanwhile keep their values; if you changed the same one, the response is 409 with both. Without the header, your values replace all.",
  schema: { type: "string" },
};

const isRepeatable = ({ call, stream, events }: CallSpec): boolean => !call.startsWith("GET ") && !stream && !events;

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameters = (query: Schema | undefined): Json[] => {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, "output") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name) && !("default" in schema),
    schema,
  }));
};

const requestBody = ({ stream, body, open, text }: CallSpec): Json => {
  if (open && body) return formBody(jsonSchema(body, "input"), stream === true);
  if (stream && body) return filesBody(jsonSchema(body, "input"));
  if (stream) return { requestBody: { required: true, content: { "application/octet-stream": {} } } };
  if (!body) return {};
  if (text)
    return { requestBody: { required: true, content: { "text/plain": { schema: jsonSchema(body, "input") } } } };
  return { requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } } };
};

/** Returns a form with files. */
const filesBody = (schema: Json): Json => {
  const { properties } = schema as { properties: Json };
  const files = { type: "array", items: { type: "string", format: "binary" } };
  const full = { ...schema, properties: { ...properties, files } };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema: full } } } };
};

/** Returns a form, with `file` if there is one; without it, other encodings are possible. */
const formBody = (schema: Json, hasFile: boolean): Json => {
  const { properties, required } = schema as { properties: Json; required: string[] };
  const file = { type: "string", format: "binary", description: "A ZIP archive." };
  const full = hasFile ? { ...schema, properties: { ...properties, file }, required: [...required, "file"] } : schema;
  const types = ["multipart/form-data", ...(hasFile ? [] : ["application/x-www-form-urlencoded", "application/json"])];
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: full }])) },
  };
};

/** Returns the error with the text to sign. */
const freshRefusal = (): Json =>
  answer("FRESH_SIGNATURE_REQUIRED: sign one of the messages and send the request again with X-Fresh-Signature.", {
    type: "object",
    properties: {
      code: { const: "FRESH_SIGNATURE_REQUIRED" },
      message: { type: "string" },
      data: jsonSchema(messagesToSign, "output"),
    },
    required: ["code", "message"],
  });

const answer = (description: string, schema: Json): Json => ({
  description,
  content: { "application/json": { schema } },
});

const replySchema = (reply: Schema, names: ReadonlyMap<Schema, string>): Json => {
  const name = names.get(reply);
  return name ? { $ref: `#/components/schemas/${name}` } : jsonSchema(reply, "output");
};

const jsonSchema = (schema: Schema, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};
