import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../tests/support/ipfs/gateway.ts";
import { ask } from "../../../../tests/support/server/http.ts";
import { withHeaders } from "./service.ts";

let testGatewayParts: TestGateway;
const counted: [id: string, bytes: number][] = [];

beforeAll(async () => {
  testGatewayParts = await testGateway();
  const { gateway, customHosts, blocks, root } = testGatewayParts;
  gateway.registerHandler("shelf", async ({ id, path, exchange, answers }) => {
    const entry = await blocks.resolve(CID.parse(root), path.parts);
    if (!entry || entry.type === "directory") {
      return answers.message(exchange, { status: 404, title: "Not on the shelf", text: "There is no such thing." });
    }
    const own = { ...exchange, onSent: (bytes: number) => void counted.push([id, bytes]) };
    const named = withHeaders(own, { "content-type": "text/x-shelf", "x-shelf": id });
    return answers.file(named, { entry, name: path.parts.at(-1)! });
  });
  customHosts.set("shelf.example.com", { kind: "shelf", id: "one" });
});

describe("a host with a custom handler", () => {
  const shelf = (path: string, options = {}) => ask(testGatewayParts.port, "shelf.example.com", path, options);

  it("receives ID, path and exchange, and its responses are counted", async () => {
    const reply = await shelf("/docs/index.html");
    expect([reply.status, reply.headers["content-type"], reply.headers["x-shelf"]]).toEqual([
      200,
      "text/x-shelf",
      "one",
    ]);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.body.toString()).toBe("docs");
    await expect.poll(() => counted).toEqual([["one", 4]]);
  });

  it("supports ranges, conditions and HEAD", async () => {
    const part = await shelf("/docs/index.html", { headers: { range: "bytes=1-2" } });
    expect([part.status, part.body.toString()]).toEqual([206, "oc"]);
    const same = await shelf("/docs/index.html", { headers: { "if-none-match": part.headers.etag } });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    const head = await shelf("/docs/index.html", { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, "4", 0]);
  });

  it("sends its own error pages, and only receives GET and HEAD requests", async () => {
    expect((await shelf("/nothing")).body.toString()).toContain("Not on the shelf");
    expect((await shelf("/docs/index.html", { method: "DELETE" })).status).toBe(405);
  });
});
