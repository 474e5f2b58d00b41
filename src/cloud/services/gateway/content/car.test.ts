/** CARs by the trustless gateway's rules: what is needed to check a path, and what lies at its end. */
import { CarReader } from "@ipld/car";
import { beforeAll, describe, expect, it } from "vitest";
import type { DagBlock } from "../../../../../tests/support/dag.ts";
import { testGateway, type TestGateway } from "../../../../../tests/support/gateway.ts";
import { gatewayDag, type GatewayDag } from "../../../../../tests/support/gateway-dag.ts";
import { ask, type Reply } from "../../../../../tests/support/http.ts";

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
  it("hold the blocks of the path and all that lies at its end, in this order", async () => {
    const reply = await byPath(`/ipfs/${root}/sub/many.txt?format=car`);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.car; version=1; order=dfs; dups=n");
    expect(reply.headers["content-disposition"]).toBe(`attachment; filename="${dag.many.cid.toString()}.car"`);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(await cidsIn(reply)).toEqual(of(dag.root, dag.sub, dag.many, ...dag.leaves));
  });

  it("lead over links in data", async () => {
    expect(await car(`/ipfs/${root}/document/files/single?format=car`)).toEqual(of(dag.root, dag.document, dag.ascii));
  });

  it.each([
    ["block", () => of(dag.root, dag.sub)],
    ["entity", () => of(dag.root, dag.sub)],
  ])("of a folder with dag-scope=%s hold the folder alone", async (scope, expected) => {
    expect(await car(`/ipfs/${root}/sub?format=car&dag-scope=${scope}`)).toEqual(expected());
  });

  it("of a file with dag-scope=entity hold the whole file, with dag-scope=block its first block", async () => {
    const path = `/ipfs/${dag.many.cid.toString()}?format=car&dag-scope`;
    expect(await car(`${path}=entity`)).toEqual(of(dag.many, ...dag.leaves));
    expect(await car(`${path}=block`)).toEqual(of(dag.many));
  });

  it("of data with dag-scope=entity hold the block, and nothing that it links to", async () => {
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
  ])("entity-bytes=%s of a file needs its pieces %i to %i", async (range, start, end) => {
    const path = `/ipfs/${dag.many.cid.toString()}?format=car&dag-scope=entity&entity-bytes=${range}`;
    expect(await car(path)).toEqual(of(dag.many, ...dag.leaves.slice(start, end)));
  });

  it("with dups=y send a block each time that it is linked to, and with dups=n once", async () => {
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

  it("parameters of the address stand above those of the header", async () => {
    const headers = { accept: "application/vnd.ipld.car; order=unk; dups=n" };
    const reply = await byPath(`/ipfs/${root}?format=car&car-order=dfs&car-dups=y`, headers);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.car; version=1; order=dfs; dups=y");
  });

  it("of a CID that carries its bytes itself hold no block", async () => {
    const reply = await byPath("/ipfs/bafkqaaa?format=car");
    expect([reply.status, await cidsIn(reply)]).toEqual([200, []]);
    const [probed] = await (await CarReader.fromBytes(reply.body)).getRoots();
    expect(probed!.toString()).toBe("bafkqaaa");
  });

  it.each(["dag-scope=some", "entity-bytes=x:y", "entity-bytes=5", "car-version=2", "car-order=bfs", "car-dups=maybe"])(
    "%s is no parameter: 400",
    async (parameter) => {
      expect((await byPath(`/ipfs/${root}?format=car&${parameter}`)).status).toBe(400);
    },
  );

  it("of a path that leads nowhere, or of what is not held, are 404", async () => {
    expect((await byPath(`/ipfs/${root}/nothing?format=car`)).status).toBe(404);
    const elsewhere = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";
    expect((await byPath(`/ipfs/${elsewhere}?format=car`)).status).toBe(404);
  });

  it("have an ETag for each form, a weak one, and HEAD without a body", async () => {
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
