import { expect, test } from "vitest";
import { curlOf } from "./curl-of.ts";
import { exampleOf } from "./example-of.ts";
import { groupCalls, readOpenApi } from "./open-api.ts";
import { schemaRows } from "./schema-rows.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const envelope = (data: object) => ({ 200: json({ type: "object", properties: { data } }) });
const operation = (id: string, extra: object) => ({
  operationId: id,
  tags: ["garden"],
  summary: "A call.",
  security: [{ token: [] }],
  parameters: [],
  responses: envelope({ type: "null" }),
  ...extra,
});

const document = {
  paths: {
    "/api/garden/plants": {
      get: operation("list", {
        security: [],
        summary: "List plants.",
        responses: envelope({
          type: "object",
          properties: { items: { type: "array", items: { $ref: "#/components/schemas/plant" } } },
        }),
      }),
      post: operation("plant", {
        summary: "Plant one.",
        parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }],
        requestBody: json({
          type: "object",
          properties: {
            kind: { type: "string", enum: ["rose", "oak"] },
            depth: { type: "integer", minimum: 2, maximum: 9007199254740991 },
            name: { type: "string", minLength: 1, maxLength: 40 },
            note: { type: "string" },
            tags: { type: "array", items: { type: "string" } },
          },
          required: ["kind", "depth", "name", "tags"],
        }),
      }),
    },
    "/api/garden/soil": {
      put: operation("soil", {
        parameters: [{ name: "X-Fresh-Signature", in: "header", schema: { type: "string" } }],
        requestBody: { content: { "application/octet-stream": {} } },
      }),
    },
  },
  components: {
    schemas: { plant: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
  },
};
const { calls, components } = readOpenApi(document);
const [list, plant, soil] = calls;

test("reads each call's service, credential, body and signature requirement", () => {
  expect(list).toMatchObject({ method: "GET", path: "/api/garden/plants", service: "garden", credential: "none" });
  expect(plant).toMatchObject({ credential: "authorization", parameters: [] });
  expect(soil?.body).toBe("bytes");
  expect([plant, soil].map((call) => call?.needsSignature)).toEqual([false, true]);
});

test("search matches every word against method, path and summary", () => {
  expect(groupCalls(calls, "post plant").map(([, found]) => found.map(({ id }) => id))).toEqual([["plant"]]);
  expect(groupCalls(calls, "post soil")).toEqual([]);
  expect(groupCalls(calls, "")[0]?.[1]).toHaveLength(3);
});

test("the example body contains required fields with first choices and minimum numbers", () => {
  expect(exampleOf(plant!.body as object, components)).toEqual({ kind: "rose", depth: 2, name: "", tags: [] });
});

test("a schema becomes rows, with list entries below their list and limits in words", () => {
  expect(schemaRows(list!.reply, components)).toEqual([
    { name: "items", depth: 0, type: "list of object", isRequired: false, notes: [] },
    { name: "id", depth: 1, type: "string", isRequired: true, notes: [] },
  ]);
  const notes = Object.fromEntries(schemaRows(plant!.body as object, components).map((row) => [row.name, row.notes]));
  expect(notes).toEqual({
    kind: ["one of rose, oak"],
    depth: ["at least 2"],
    name: ["1 to 40 characters"],
    note: [],
    tags: [],
  });
});

test("a call of the open API has a form, its own envelope and a curl example", () => {
  const form = { type: "object", properties: { projectId: {}, file: {} }, required: ["projectId", "file"] };
  const deploy = {
    ...operation("deploy", { security: [{ openToken: [] }] }),
    requestBody: { content: { "multipart/form-data": { schema: form } } },
    responses: { 200: json({ type: "object", properties: { content: { type: "string" } } }) },
  };
  const examine = {
    ...operation("examine", { security: [{ openToken: [] }] }),
    parameters: [{ name: "domainId", in: "query", required: true, schema: { type: "string" } }],
  };
  const paths = { "/api/open/deploy": { post: deploy }, "/api/open/domain/{page}": { get: examine } };
  const [call, get] = readOpenApi({ paths, components: { schemas: {} } }).calls;
  expect(call).toMatchObject({ credential: "token", isForm: true, body: form, reply: { type: "string" } });
  expect(curlOf(call!, "http://cloud")).toBe(
    'curl \\\n  -H "token: $FREEHOLD_TOKEN" \\\n  -F projectId=… \\\n  -F file=@site.zip \\\n  "http://cloud/api/open/deploy"',
  );
  expect(curlOf(get!, "http://cloud")).toContain('"http://cloud/api/open/domain/<page>?domainId=…"');
});
