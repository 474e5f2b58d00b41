import * as z from "zod";
import { aliases, baseName } from "../../../resources/aliases.ts";
import type { CallSpec, Resource } from "../../../resources/define.ts";
import { parseCall } from "../../../resources/endpoints.ts";

type Json = Record<string, unknown>;
type Schema = CallSpec["reply"];

/** The OpenAPI 3.1 description of every declared call, from the same schemas that check them. */
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
    info: { title: "Freehold", version: "1", description: "Every call of this cloud." },
    servers: [{ url: "/" }],
    tags: Object.keys(aliases).map((alias) => ({ name: alias.slice(1) })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        nodeToken: {
          type: "http",
          scheme: "bearer",
          description: "Of a node of Boost, as `POST /api/boost/node/create` gives it. It opens nothing else.",
        },
        openToken: { type: "apiKey", in: "header", name: "token" },
      },
      schemas: {
        ...Object.fromEntries([...names].map(([schema, name]) => [name, jsonSchema(schema, "output")])),
        refusal: {
          type: "object",
          properties: { code: { type: "string" }, message: { type: "string" }, data: {} },
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

const operation = (spec: CallSpec, names: ReadonlyMap<Schema, string>): Json => {
  const { method, alias, path } = parseCall(spec.call);
  return {
    operationId: `${method.toLowerCase()}-${baseName(alias)}${path}`.replace(/[^\w-]+/g, "-").replace(/-+$/, ""),
    tags: [baseName(alias)],
    summary: spec.summary,
    security: securityOf(spec),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(spec.query),
      ...(isRepeatable(spec) ? [idempotencyKey] : []),
    ],
    ...requestBody(spec),
    responses: {
      200: spec.events
        ? {
            description: "Events, a line each.",
            content: { "application/x-ndjson": { schema: replySchema(spec.reply, names) } },
          }
        : answer("Done.", envelopeSchema(spec, replySchema(spec.reply, names))),
      default: answer("Refused: the code says why.", {
        $ref: `#/components/schemas/${spec.open ? "openRefusal" : "refusal"}`,
      }),
    },
  };
};

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
  description: "Made up by the caller: a repetition with the same key has one effect and one reply, for a day.",
  schema: { type: "string", maxLength: 255 },
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

/** A form that files go with. */
const filesBody = (schema: Json): Json => {
  const { properties } = schema as { properties: Json };
  const files = { type: "array", items: { type: "string", format: "binary" } };
  const whole = { ...schema, properties: { ...properties, files } };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema: whole } } } };
};

/** A form, with the one `file` where there is one; without it other encodings do as well. */
const formBody = (schema: Json, hasFile: boolean): Json => {
  const { properties, required } = schema as { properties: Json; required: string[] };
  const file = { type: "string", format: "binary", description: "A zip archive." };
  const whole = hasFile ? { ...schema, properties: { ...properties, file }, required: [...required, "file"] } : schema;
  const types = ["multipart/form-data", ...(hasFile ? [] : ["application/x-www-form-urlencoded", "application/json"])];
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: whole }])) },
  };
};

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
