/** CAR responses of the trustless gateway: the blocks that verify a path, and the content at its end. */
import { CarReader } from "@ipld/car";
import { beforeAll, describe, expect, it } from "vitest";
import type { DagBlock } from "../../../../../tests/support/ipfs/dag.ts";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { gatewayDag, type GatewayDag } from "../../../../../tests/support/ipfs/gateway-dag.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";

let at: TestGateway;
let dag: GatewayDag;
let root: string;
beforeAll(async () => {
  at = await testGateway();
  dag = await gatewayDag(at);
  root = dag.root.cid.toString();
});

const byPath = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Reply> =>
  ask(at.port, `127.0.0.1:${at.port}`, path, { headers, method });

const cidsIn = async ({ body }: Reply): Promise<string[]> => {
  const cids: string[] = [];
  for await (const { cid } of (await CarReader.fromBytes(body)).blocks()) cids.push(cid.toString());
  return cids;
};
const car = async (path: string, headers = {}): Promise<string[]> => cidsIn(await byPath(path, headers));
const of = (...blocks: readonly DagBlock[]): string[] => blocks.map(({ cid }) => cid.toString());

describe("CARs (application/vnd.ipld.car)", () => {
  it("contain the blocks of the path, then the content at its end", async () => {
    const reply = await byPath(`/ipfs/${root}/sub/many.txt?format=car`);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.car; version=1; order=dfs; dups=n");
    expect(reply.headers["content-disposition"]).toBe(`attachment; filename="${dag.many.cid.toString()}.car"`);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(await cidsIn(reply)).toEqual(of(dag.root, dag.sub, dag.many, ...dag.leaves));
  });

  it("follow links in data", async () => {
    expect(await car(`/ipfs/${root}/document/files/single?format=car`)).toEqual(of(dag.root, dag.document, dag.ascii));
  });

  it.each([
    ["block", () => of(dag.root, dag.sub)],
    ["entity", () => of(dag.root, dag.sub)],
  ])("of a folder with dag-scope=%s contain only the folder", async (scope, expected) => {
    expect(await car(`/ipfs/${root}/sub?format=car&dag-scope=${scope}`)).toEqual(expected());
  });

  it("of a file contain the whole file with dag-scope=entity, and its first block with dag-scope=block", async () => {
    const path = `/ipfs/${dag.many.cid.toString()}?format=car&dag-scope`;
    expect(await car(`${path}=entity`)).toEqual(of(dag.many, ...dag.leaves));
    expect(await car(`${path}=block`)).toEqual(of(dag.many));
  });

  it("of data with dag-scope=entity contain the block without linked blocks", async () => {
    expect(await car(`/ipfs/${root}/document?format=car&dag-scope=entity`)).toEqual(of(dag.root, dag.document));
  });

  it.each([
    ["0:*", 0, 5],
    ["512:*", 2, 5],
    ["512:1023", 2, 4],
    ["512:-256", 2, 4],
    ["-5:*", 3, 5],
    ["-9999:*", 0, 5],
    ["-9999:-3", 0, 4],
    ["0:0", 0, 1],
  ])("with entity-bytes=%s contain chunks %i to %i of a file", async (range, start, end) => {
    const path = `/ipfs/${dag.many.cid.toString()}?format=car&dag-scope=entity&entity-bytes=${range}`;
    expect(await car(path)).toEqual(of(dag.many, ...dag.leaves.slice(start, end)));
  });

  it("contain a block for each link with dups=y, and once with dups=n", async () => {
    const accept = (dups: string) => ({ accept: `application/vnd.ipld.car; version=1; order=dfs; dups=${dups}` });
    const [file, ...leaves] = of(dag.many, ...dag.leaves);
    const ascii = dag.ascii.cid.toString();
    expect(await car(`/ipfs/${dag.sub.cid.toString()}`, accept("y"))).toEqual([
      dag.sub.cid.toString(),
      ascii,
      ascii,
      file,
      ...leaves,
    ]);
    expect(await car(`/ipfs/${dag.sub.cid.toString()}`, accept("n"))).toEqual([
      dag.sub.cid.toString(),
      ascii,
      file,
      ...leaves,
    ]);
  });

  it("use the URL's parameters before those of the header", async () => {
    const headers = { accept: "application/vnd.ipld.car; order=unk; dups=n" };
    const reply = await byPath(`/ipfs/${root}?format=car&car-order=dfs&car-dups=y`, headers);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.car; version=1; order=dfs; dups=y");
  });

  it("of an identity CID contain no blocks", async () => {
    const reply = await byPath("/ipfs/bafkqaaa?format=car");
    expect([reply.status, await cidsIn(reply)]).toEqual([200, []]);
    const [probed] = await (await CarReader.fromBytes(reply.body)).getRoots();
    expect(probed!.toString()).toBe("bafkqaaa");
  });

  it.each(["dag-scope=some", "entity-bytes=x:y", "entity-bytes=5", "car-version=2", "car-order=bfs", "car-dups=maybe"])(
    "return 400 for %s",
    async (parameter) => {
      expect((await byPath(`/ipfs/${root}?format=car&${parameter}`)).status).toBe(400);
    },
  );

  it("return 404 for missing paths and missing content", async () => {
    expect((await byPath(`/ipfs/${root}/nothing?format=car`)).status).toBe(404);
    const elsewhere = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";
    expect((await byPath(`/ipfs/${elsewhere}?format=car`)).status).toBe(404);
  });

  it("have a weak ETag for each variant, and no body for HEAD", async () => {
    const tags = await Promise.all(
      ["", "&dag-scope=block", "&car-dups=y", "&entity-bytes=0:1"].map(
        async (more) => (await byPath(`/ipfs/${root}?format=car${more}`, {}, "HEAD")).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(4);
    expect(tags[0]).toMatch(/^W\//);
    expect((await byPath(`/ipfs/${root}?format=car`, { "if-none-match": tags[0]! })).status).toBe(304);
    expect((await byPath(`/ipfs/${root}?format=car`, {}, "HEAD")).body.length).toBe(0);
  });
});
