import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, test } from "vitest";
import { errors } from "../../../../../resources/declare/errors.ts";
import { restartedLine } from "../../../../../resources/hosting/log-line.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { redeploy } from "../deploy.ts";
import { prepareEdit, prepareFromTemplate, prepareHash } from "./deploy-source.ts";
import { endLease, killWorker, recordWorker, startWorker } from "../../../../../tests/support/hosting/workers.ts";
import { claim } from "../builds/queue.ts";
import { deleteProject } from "../projects/projects.ts";
import { messages as hostingMessages } from "../messages.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

const elsewhere = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";
const links = { name: "Ada", links: [["Notes", "https://example.com", ""]] };

/** Publishes a site with a folder in it. */
const published = async (content: string) => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const files = { "index.html": content, "docs/index.html": `docs of ${content}` };
  const { cid } = await cloud.ended(team, await cloud.deployFiles(team, project, files));
  return { team, project, cid: cid! };
};

const fromHash = async (team: string, ipfsPath: string, name = "hash"): Promise<string> =>
  cloud.project(team, { name, deployType: "CID", ipfsPath });

const deploy = async (team: string, project: string) =>
  (await cloud.inTrx(await prepareHash(cloud.hosting.deps, cloud.db, team, project))).deployment.id;

const remove = (team: string, project: string) =>
  cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, team, project));

describe("a project from a hash", () => {
  test("serves content stored here regardless of its publisher, and counts its bytes for the team once", async () => {
    const { cid } = await published("held by all");
    const team = await cloud.team();
    const project = await fromHash(team, `/ipfs/${cid}`, "borrowed");
    const ended = await cloud.ended(team, await deploy(team, project));
    expect(ended).toMatchObject({ state: "success", trigger: "hash", cid, file_count: 2, message: `/ipfs/${cid}` });
    expect(await cloud.visit("borrowed")).toEqual({ status: 200, text: "held by all" });
    const bytes = await cloud.storedBytes(team);
    expect(bytes).toBe(BigInt("held by all".length + "docs of held by all".length));
    await cloud.ended(team, await deploy(team, project));
    await cloud.ended(team, await deploy(team, await fromHash(team, `/ipfs/${cid}`, "again")));
    expect(await cloud.storedBytes(team)).toBe(bytes);
  });

  test("a CIDv0 is the same content as its CIDv1 and is stored as that", async () => {
    const { cid } = await published("by its old name");
    const v0 = CID.parse(cid).toV0().toString();
    const team = await cloud.team();
    const project = await fromHash(team, `/ipfs/${v0}`);
    expect((await cloud.live(team, project)).ipfs_path).toBe(`/ipfs/${cid}`);
    expect(await cloud.ended(team, await deploy(team, project))).toMatchObject({ state: "success", cid });
  });

  test("a folder below a hash is kept when the tree around it is deleted", async () => {
    const owner = await published("around");
    const team = await cloud.team();
    const project = await fromHash(team, `/ipfs/${owner.cid}/docs/`, "inner");
    expect((await cloud.live(team, project)).ipfs_path).toBe(`/ipfs/${owner.cid}/docs`);
    const ended = await cloud.ended(team, await deploy(team, project));
    expect(ended).toMatchObject({ state: "success", file_count: 1 });
    await remove(owner.team, owner.project);
    await cloud.discarded();
    expect(await cloud.visit("inner")).toEqual({ status: 200, text: "docs of around" });
    const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.deps, trx, team, ended.id));
    expect(await cloud.ended(team, deployment.id)).toMatchObject({ state: "success", cid: ended.cid });

    await remove(team, project);
    await cloud.discarded();
    expect(await cloud.engines.blocks.block(CID.parse(ended.cid!))).toBeUndefined();
  });

  test("a CID not stored here fails with one message on its field", async () => {
    const team = await cloud.team();
    await expect(fromHash(team, `/ipfs/${elsewhere}`)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { ipfsPath: [hostingMessages.notHeld(`/ipfs/${elsewhere}`)] },
    });
    await expect(fromHash(team, `/ipfs/b${"a".repeat(58)}`)).rejects.toMatchObject({
      fields: { ipfsPath: [hostingMessages.noHash] },
    });
  });

  test("a single file is not a site", async () => {
    const { cid } = await published("one file");
    await expect(fromHash(await cloud.team(), `/ipfs/${cid}/index.html`)).rejects.toMatchObject({
      fields: { ipfsPath: [hostingMessages.hashIsFile] },
    });
  });

  test("content deleted between queueing and deployment fails with the same message, and the live site is unchanged", async () => {
    const idle = await testHosting();
    const [owner, team] = [await idle.team(), await idle.team()];
    const theirs = await idle.project(owner);
    const upload = await idle.deployFiles(owner, theirs, { "index.html": "x", "docs/a.html": "short-lived" });
    await idle.hosting.work();
    const { cid } = await idle.ended(owner, upload);
    const mine = await idle.project(team, { deployType: "CID", ipfsPath: `/ipfs/${cid}/docs` });
    await idle.engines.jobs.close(0);
    const { deployment } = await idle.inTrx(await prepareHash(idle.hosting.deps, idle.db, team, mine));
    await idle.engines.blocks.forget(cid!);
    const child = startWorker(idle);
    expect(await idle.ended(team, deployment.id)).toMatchObject({
      state: "failure",
      error_message: hostingMessages.notHeld(`/ipfs/${cid}/docs`),
    });
    expect(await idle.storedBytes(team)).toBe(0n);
    await killWorker(child);
  });

  test("a deployment beyond the storage allowance fails and does not keep another team's files uncounted", async () => {
    const owner = await published("too much for some");
    const team = await cloud.team();
    await cloud.limit(team, "IPFS_STORAGE", 1);
    const project = await fromHash(team, `/ipfs/${owner.cid}`);
    const ended = await cloud.ended(team, await deploy(team, project));
    expect(ended).toMatchObject({ state: "failure", error_message: errors.ALLOWANCE_USED_UP.message });
    await remove(owner.team, owner.project);
    await cloud.discarded();
    expect(await cloud.engines.blocks.block(CID.parse(owner.cid))).toBeUndefined();
  });

  test("a changed hash is checked, stored and deployed", async () => {
    const [first, second] = [await published("first"), await published("second")];
    const team = await cloud.team();
    const project = await fromHash(team, `/ipfs/${first.cid}`, "changing");
    await cloud.ended(team, await deploy(team, project));
    const edit = async (ipfsPath: string) =>
      cloud.inTrx(await prepareEdit(cloud.hosting.deps, cloud.db, team, project, { ipfsPath }));
    await expect(edit(`/ipfs/${elsewhere}`)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await cloud.ended(team, (await edit(`/ipfs/${second.cid}`)).deployment.id);
    expect(await cloud.visit("changing")).toMatchObject({ text: "second" });
  });

  test("a project of another team can't be deployed or changed", async () => {
    const { cid } = await published("mine");
    const project = await fromHash(await cloud.team(), `/ipfs/${cid}`);
    const stranger = await cloud.team();
    await expect(deploy(stranger, project)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const edit = prepareEdit(cloud.hosting.deps, cloud.db, stranger, project, {});
    await expect(edit).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

const fromTemplate = async (hosting: TestHosting, team: string, name: string, configJson: object = links) =>
  hosting.inTrx(
    await prepareFromTemplate(hosting.hosting.deps, hosting.db, team, {
      platform: "IPFS",
      projectName: name,
      web3TemplateId: "links",
      configJson: configJson as never,
    }),
  );

const configOf = async (hosting: TestHosting, label: string): Promise<Record<string, unknown>> =>
  JSON.parse((await hosting.visit(label, "/config.json")).text) as Record<string, unknown>;

test("a project can't be created for a platform that is not configured", async () => {
  const creation = cloud.project(await cloud.team(), { platform: "IC" });
  await expect(creation).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { platform: [hostingMessages.notConnected("Internet Computer (IC)")] },
  });
});

describe("a project from a template", () => {
  test("a template project has the form's values as config.json and is live after its first deployment", async () => {
    const team = await cloud.team();
    const { deployment } = await fromTemplate(cloud, team, "ada");
    expect(await cloud.ended(team, deployment.id)).toMatchObject({ state: "success", trigger: "template" });
    expect(await configOf(cloud, "ada")).toMatchObject({ name: "Ada", links: links.links, landscape: true });
    expect((await cloud.visit("ada")).text).toContain("./app.js");
  });

  test.each([
    ["a required value is missing", { links: links.links }, { "configJson.name": [messages.fieldRequired] }],
    ["a row has too few cells", { ...links, links: [["a"]] }, { "configJson.links": ["Each row must have 3 cells."] }],
    ["a value has another type", { ...links, numbered: "no" }, { "configJson.numbered": ["Must be true or false."] }],
    ["a key is not the form's", { ...links, html: "<b>" }, { "configJson.html": [messages.fieldUnknown] }],
  ])("is refused on the field when %s", async (_, values, fields) => {
    await expect(fromTemplate(cloud, await cloud.team(), "refused", values)).rejects.toMatchObject({ fields });
  });

  test("changed values are stored and deployed", async () => {
    const team = await cloud.team();
    const { deployment } = await fromTemplate(cloud, team, "edited");
    await cloud.ended(team, deployment.id);
    const configJson = { ...links, name: "Grace" };
    const edited = await cloud.inTrx(
      await prepareEdit(cloud.hosting.deps, cloud.db, team, deployment.project_id, { configJson }),
    );
    await cloud.ended(team, edited.deployment.id);
    expect(await configOf(cloud, "edited")).toMatchObject({ name: "Grace" });
    const again = await cloud.build(team, deployment.project_id);
    expect(await cloud.ended(team, again)).toMatchObject({ state: "success", trigger: "template" });
  });

  test("a deployment whose worker is killed is published once by the next worker", async () => {
    const hosting = await testHosting();
    const team = await hosting.team();
    const { deployment } = await fromTemplate(hosting, team, "killed");
    // A worker that claimed it and died.
    await claim(hosting.db, "publish", await recordWorker(hosting.db, "dead"));
    await hosting.db.updateTable("deployment").set({ state: "syncing" }).execute();
    await endLease(hosting.db, "dead");
    const child = startWorker(hosting);
    const ended = await hosting.ended(team, deployment.id);
    expect(ended).toMatchObject({ state: "success" });
    expect(await configOf(hosting, "killed")).toMatchObject({ name: "Ada" });
    const restarts = (await hosting.logOf(team, deployment.id)).filter(({ content }) => content === restartedLine);
    expect(restarts).toHaveLength(1);
    expect(await hosting.storedBytes(team)).toBe(ended.size_bytes);
    await killWorker(child);
  });
});
