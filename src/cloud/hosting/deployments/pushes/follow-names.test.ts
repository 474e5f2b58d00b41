import { randomUUID } from "node:crypto";
import { generateKeyPair, privateKeyToProtobuf } from "@libp2p/crypto/keys";
import { base36 } from "multiformats/bases/base36";
import { beforeAll, expect, it, vi } from "vitest";
import type { IpnsName } from "../../../../../resources/gateway/ipns-names.ts";
import { testCloud, type TestCloud } from "../../../../../tests/support/server/cloud.ts";
import { newOwner } from "../../../../../tests/support/account/owner.ts";
import { signRecord } from "../../../gateway/names/record.ts";

type Owner = Awaited<ReturnType<typeof newOwner>>;
interface Project {
  readonly hash?: string;
  readonly ipfsPath: string;
  readonly ipnsAuto?: boolean;
  readonly ipnsResolve?: string;
}

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

/** Publishes a site of these files and returns its CID. */
const content = async (owner: Owner, files: Readonly<Record<string, string>>): Promise<string> => {
  const id = await owner.site(`s-${randomUUID().slice(0, 8)}`, files);
  return (await owner.data<{ hash: string }>(`GET /api/hosting/project/${id}`)).hash;
};
const show = (owner: Owner, id: string) => owner.data<Project>(`GET /api/hosting/project/${id}`);
const shows = (owner: Owner, id: string, cid: string) =>
  vi.waitFor(async () => expect((await show(owner, id)).hash).toBe(cid), { timeout: 90_000, interval: 50 });
const createFrom = async (owner: Owner, ipfsPath: string, ipnsAuto: boolean): Promise<string> => {
  const project = { name: `n-${randomUUID().slice(0, 8)}`, platform: "IPFS", deployType: "IPNS", ipfsPath, ipnsAuto };
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
  await owner.data(`POST /api/hosting/project/task/cid/${projectId}/deploy/create`);
  return projectId;
};

it("a project that follows one of our names is updated at once when a CID is published; others keep their content until deployed", async () => {
  const owner = await newOwner(cloud.url);
  const [first, second] = [
    await content(owner, { "index.html": "one" }),
    await content(owner, { "index.html": "two" }),
  ];
  const { key } = await owner.data<IpnsName>("POST /api/ipns/names", { name: "blog", value: first, lifetime: 30 });
  const following = await createFrom(owner, `/ipns/${key}`, true);
  const still = await createFrom(owner, `/ipns/${key}`, false);
  await shows(owner, following, first);
  await shows(owner, still, first);
  await owner.data(`POST /api/ipns/names/${key}`, { value: second });
  await shows(owner, following, second);
  expect(await show(owner, following)).toMatchObject({ ipnsAuto: true, ipnsResolve: `/ipfs/${second}` });
  expect(await show(owner, still)).toMatchObject({ hash: first, ipnsAuto: false, ipnsResolve: `/ipfs/${first}` });
  await owner.data(`POST /api/hosting/project/task/cid/${still}/deploy/create`);
  await shows(owner, still, second);
});

it("a project follows a folder below a foreign name once its record is submitted", async () => {
  const owner = await newOwner(cloud.url);
  const files = (text: string) => ({ "index.html": "root", "docs/index.html": text });
  const [first, second] = [await content(owner, files("one")), await content(owner, files("two"))];
  const pair = await generateKeyPair("Ed25519");
  const key = pair.publicKey.toCID().toString(base36);
  const submitRecord = async (cid: string, sequence: bigint) => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const record = await signRecord(privateKeyToProtobuf(pair), { value: `/ipfs/${cid}`, sequence, expiresAt });
    const answer = await fetch(`${cloud.url}/routing/v1/ipns/${key}`, {
      method: "PUT",
      headers: { "content-type": "application/vnd.ipfs.ipns-record" },
      body: Buffer.from(record),
    });
    expect(answer.status).toBe(200);
  };
  await submitRecord(first, 1n);
  const id = await createFrom(owner, `/ipns/${key}/docs`, true);
  await vi.waitFor(async () => expect((await show(owner, id)).hash).toBeDefined(), { timeout: 90_000, interval: 50 });
  const { hash: before, ipnsResolve } = await show(owner, id);
  expect(ipnsResolve).toBe(`/ipfs/${first}/docs`);
  await submitRecord(second, 2n);
  await vi.waitFor(async () => expect((await show(owner, id)).hash).not.toBe(before), {
    timeout: 90_000,
    interval: 50,
  });
  expect((await show(owner, id)).ipnsResolve).toBe(`/ipfs/${second}/docs`);
});

it("an unknown name, or one whose target is not stored here, is refused on its field, and a name can be replaced by a hash", async () => {
  const owner = await newOwner(cloud.url);
  const stranger = (await generateKeyPair("Ed25519")).publicKey.toCID().toString(base36);
  const body = { name: "x", platform: "IPFS", deployType: "IPNS", ipfsPath: `/ipns/${stranger}`, ipnsAuto: true };
  const refused = await owner.call("POST /api/hosting/project", { token: owner.token, body });
  expect(refused.status).toBe(422);
  expect(refused.body.data).toMatchObject({ ipfsPath: [expect.stringContaining("not found")] });

  const cid = await content(owner, { "index.html": "kept" });
  const { key } = await owner.data<IpnsName>("POST /api/ipns/names", { name: "site", value: cid, lifetime: 1 });
  const id = await createFrom(owner, `/ipns/${key}`, true);
  await owner.data(`PUT /api/hosting/project/${id}/source`, { ipfsPath: `/ipfs/${cid}` });
  expect(await show(owner, id)).toMatchObject({ deployType: "CID", ipfsPath: `/ipfs/${cid}` });
  expect((await show(owner, id)).ipnsResolve).toBeUndefined();
});
