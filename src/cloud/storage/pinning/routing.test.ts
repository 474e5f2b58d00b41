import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";
import { beforeAll, expect, it } from "vitest";
import { newOwner } from "../../../../tests/support/account/owner.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { parseKeyCid } from "../../engines/blocks/dag/parse-cid.ts";

const absent = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";

let cloud: TestCloud;
let cid: string;
beforeAll(async () => {
  cloud = await testCloud();
  const owner = await newOwner(cloud.url);
  const id = await owner.site(`site-${randomUUID().slice(0, 8)}`, "routed");
  cid = (await owner.data<{ hash: string }>(`GET /api/hosting/project/${id}`)).hash;
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${cloud.url}/routing/v1/${path}`, { headers });
const providersOf = async (id: string, query = "") => (await (await ask(`providers/${id}${query}`)).json()).Providers;

it("names this server as the only provider of its public content, in any spelling of the CID, and nobody for other content", async () => {
  const answer = await ask(`providers/${cid}`);
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  const { Providers: providers } = await answer.json();
  expect(providers).toEqual([
    {
      Schema: "peer",
      ID: expect.stringMatching(/^12D3Koo\w+$/),
      Addrs: [`/ip4/127.0.0.1/tcp/${cloud.port}/http`],
      Protocols: ["transport-ipfs-gateway-http"],
    },
  ]);
  expect(await providersOf(CID.parse(cid).toString(base36))).toEqual(providers);
  const missing = await ask(`providers/${absent}`);
  expect([missing.status, await missing.json()]).toEqual([200, { Providers: [] }]);
  expect((await ask("providers/nothing")).status).toBe(400);
});

it("offers no content that is on a denylist", async () => {
  const owner = await newOwner(cloud.url);
  const id = await owner.site(`site-${randomUUID().slice(0, 8)}`, "denied");
  const { hash } = await owner.data<{ hash: string }>(`GET /api/hosting/project/${id}`);
  expect(await providersOf(hash)).toHaveLength(1);
  await mkdir(join(cloud.config.DATA_DIR, "denylists"), { recursive: true });
  await writeFile(join(cloud.config.DATA_DIR, "denylists", "own.deny"), `/ipfs/${hash}\n`);
  await expect.poll(() => providersOf(hash)).toEqual([]);
  expect(await providersOf(cid)).toHaveLength(1);
});

it("describes itself as a peer by its ID, as a CID too, and no other", async () => {
  const [{ ID: id, ...record }] = await providersOf(cid);
  for (const spelled of [id, parseKeyCid(id)!.toString(base36)]) {
    const answer = await ask(`peers/${spelled}`);
    expect([answer.status, await answer.json()]).toEqual([200, { Peers: [{ ID: id, ...record }] }]);
  }
  const other = "12D3KooWQCkBm1BYtkHpocxCwMgR8yjitEeHGx8spzcDLGt2gkBm";
  expect(await (await ask(`peers/${other}`)).json()).toEqual({ Peers: [] });
  expect((await ask(`peers/${cid}`)).status).toBe(400);
});

it("streams records as JSON lines on request, and applies filters (IPIP-484)", async () => {
  const stream = await ask(`providers/${cid}`, { accept: "application/x-ndjson" });
  expect(stream.headers.get("content-type")).toBe("application/x-ndjson");
  expect(JSON.parse(await stream.text())).toMatchObject({ Schema: "peer" });
  for (const [query, count] of [
    ["?filter-protocols=unknown,transport-ipfs-gateway-http", 1],
    ["?filter-protocols=transport-bitswap", 0],
    ["?filter-addrs=http", 1],
    ["?filter-addrs=!http", 0],
    ["?filter-addrs=webtransport", 0],
  ] as const)
    expect(await providersOf(cid, query), query).toHaveLength(count);
});
