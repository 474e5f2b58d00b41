import { describe, expect, it } from "vitest";
import { aliases } from "../../../../resources/declare/aliases.ts";
import { everyCall, parseCall } from "../../../../resources/declare/endpoints.ts";
import { calls } from "../../../../resources/calls.ts";
import { resources } from "../../../../resources/index.ts";
import { openApi } from "./open-api.ts";

interface Operation {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema?: object }> };
  responses: Record<string, { content: Record<string, { schema: { properties: { data: object } } }> }>;
}

const declared = everyCall({ resources, calls });
const description = openApi(declared, resources) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operationOf = (call: (typeof declared)[number]["call"]): Operation => {
  const { method, alias, path } = parseCall(call);
  return description.paths[aliases[alias] + path]![method.toLowerCase()]!;
};

describe("the OpenAPI description", () => {
  it("is JSON with every declared call and no other", () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    expect(description.openapi).toBe("3.1.0");
    for (const { call } of declared) expect(operationOf(call), call).toBeDefined();
    const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(declared.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(declared.length);
  });

  it("describes permissions, input and output", () => {
    expect(operationOf("GET $auth/web3code/{address}").security).toEqual([]);
    expect(operationOf("GET $auth/user")).toMatchObject({ tags: ["auth"], security: [{ token: [] }] });
    const list = operationOf("GET $hosting/project/v3/list");
    const required = list.parameters.filter((parameter) => parameter.required);
    expect(list.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(["page", "size", "keyword"]));
    expect(required).toEqual([]);
    const refresh = operationOf("POST $auth/refresh");
    expect(refresh.requestBody!.content["application/json"]!.schema).toMatchObject({ required: ["refreshToken"] });
    expect(refresh.parameters.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    const upload = operationOf("PUT $hosting/upload/{uploadId}/content");
    expect(Object.keys(upload.requestBody!.content)).toEqual(["application/octet-stream"]);
    expect(upload.parameters).toContainEqual(expect.objectContaining({ name: "uploadId", in: "path", required: true }));
  });

  it("describes the header and the error of calls that require a fresh signature, and only of these", () => {
    for (const spec of declared) {
      const { parameters, responses } = operationOf(spec.call);
      const takes = parameters.some((parameter) => parameter.in === "header" && parameter.name === "X-Fresh-Signature");
      const isFresh = spec.fresh !== undefined;
      expect([takes, "428" in responses], spec.call).toEqual([isFresh, isFresh]);
    }
  });

  it("describes exports as files, and errors with numeric codes", () => {
    const { content } = operationOf("GET $bill-analytics/bill/statement/export").responses["200"]!;
    expect(content).toEqual({ "text/csv": { schema: { type: "string" } } });
    expect(description.components.schemas["refusal"]).toMatchObject({
      properties: { code: { type: ["string", "integer"] } },
    });
  });

  it("describes calls of the open API: the header token, forms and a separate envelope", () => {
    const deploy = operationOf("POST $open/deploy");
    expect(deploy.security).toEqual([{ openToken: [] }]);
    expect(deploy.requestBody!.content).toEqual({
      "multipart/form-data": {
        schema: expect.objectContaining({
          properties: expect.objectContaining({ file: expect.objectContaining({ format: "binary" }) }),
          required: ["projectId", "file"],
        }),
      },
    });
    expect(deploy.responses["200"]!.content["application/json"]!.schema).toMatchObject({
      required: ["code", "bcode", "message", "content"],
    });
    expect(Object.keys(operationOf("POST $open/project").requestBody!.content)).toContain("multipart/form-data");
  });

  it("describes each resource once and references it", () => {
    const show = operationOf("GET $hosting/project/{id}").responses["200"]!.content["application/json"]!.schema;
    expect(show.properties.data).toEqual({ $ref: "#/components/schemas/projects" });
    expect(Object.keys(description.components.schemas)).toEqual(
      expect.arrayContaining(resources.map(({ name }) => name)),
    );
  });
});
