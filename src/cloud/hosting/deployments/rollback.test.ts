import { beforeAll, describe, expect, test } from "vitest";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting/hosting.ts";
import { previewSites, type PreviewSites } from "../../../../tests/support/hosting/preview-sites.ts";
import { deleteDeployment, removePreview } from "./removal.ts";
import { announceRollback, promote, rollBack } from "./rollback.ts";
import { messages } from "./messages.ts";

let cloud: TestHosting;
let sites: PreviewSites;
beforeAll(async () => {
  cloud = await testHosting();
  sites = previewSites(cloud);
  await cloud.hosting.work();
});

const rollBackTo = async (team: string, id: string): Promise<void> => {
  const rolledBack = await cloud.inTrx((trx) => rollBack(cloud.hosting.deps, trx, team, id));
  announceRollback(cloud.hosting.deps, rolledBack);
};

/** Creates a project with these versions of its files deployed one after another. */
const deployed = async (...versions: string[]) => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const { label } = await cloud.live(team, project);
  const ids: string[] = [];
  for (const version of versions) {
    const id = await cloud.deployFiles(team, project, { "index.html": version });
    await cloud.ended(team, id);
    ids.push(id);
  }
  return { team, project, label, ids };
};

const lastLine = async (team: string, id: string) => (await cloud.logOf(team, id)).at(-1)!.content;
const countOf = async (project: string): Promise<number> =>
  (await cloud.db.selectFrom("deployment").select("id").where("project_id", "=", project).execute()).length;

test("a rollback shows the earlier files at once, without a new deployment or a charge, and is noted in both logs", async () => {
  const { team, project, label, ids } = await deployed("one", "two");
  const [first, second] = ids as [string, string];
  expect((await cloud.visit(label)).text).toBe("two");
  const stored = await cloud.storedBytes(team);
  await rollBackTo(team, first);
  expect((await cloud.visit(label)).text).toBe("one");
  expect(await cloud.live(team, project)).toMatchObject({ live_deployment_id: first });
  expect(await countOf(project)).toBe(2);
  expect(await cloud.storedBytes(team)).toBe(stored);
  expect(await lastLine(team, first)).toBe(messages.rolledBackTo(`http://${label}.localhost`));
  expect(await lastLine(team, second)).toBe(messages.rolledBackFrom);
  expect(cloud.eventsOf(first).at(-1)).toMatchObject({ name: "build_success", data: { state: "success" } });
  const lines = (await cloud.logOf(team, first)).map(({ seq }) => seq);
  expect(lines).toEqual(lines.map((_, index) => index + 1));
});

test("an older build that was queued or running does not replace the rollback; a newer push does", async () => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "one" });
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id });
  const { label } = await cloud.live(team, project);
  const first = await cloud.ended(team, await cloud.build(team, project));
  await repository.push({ "index.html": "two" });
  await cloud.ended(team, await cloud.build(team, project));
  await cloud.inTrx((trx) =>
    trx.updateTable("project").set({ build_command: "sleep 2" }).where("id", "=", project).execute(),
  );
  const running = await cloud.build(team, project);
  const queued = await cloud.build(team, project);
  await cloud.reaches(team, running, "running");
  await rollBackTo(team, first.id);
  for (const id of [running, queued]) {
    expect(await cloud.ended(team, id)).toMatchObject({ state: "success", live_deployment_id: first.id });
    expect(await lastLine(team, id)).toBe(messages.notLive);
  }
  expect((await cloud.visit(label)).text).toBe("one");
  const newer = await cloud.ended(team, await cloud.build(team, project));
  expect(newer.live_deployment_id).toBe(newer.id);
  expect((await cloud.visit(label)).text).toBe("two");
});

test("repeated rollbacks end at the requested deployment, and the others can then be deleted", async () => {
  const { team, label, ids } = await deployed("one", "two", "three");
  for (const [at, text] of [
    [0, "one"],
    [1, "two"],
    [0, "one"],
    [2, "three"],
  ] as const) {
    await rollBackTo(team, ids[at]!);
    expect((await cloud.visit(label)).text).toBe(text);
  }
  await cloud.inTrx((trx) => deleteDeployment(cloud.hosting.deps, trx, team, ids[1]!));
  expect((await cloud.visit(label)).text).toBe("three");
});

test("rolling back a branch's deployment changes its preview and not the site", async () => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "site" });
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, previews: true });
  const { label } = await cloud.live(team, project);
  await cloud.ended(team, await cloud.build(team, project));
  const pushed = async (text: string) => {
    const commit = await repository.push({ "index.html": text }, { branch: "draft" });
    const { id } = await cloud.db
      .selectFrom("deployment")
      .select("id")
      .where("commit_hash", "=", commit)
      .executeTakeFirstOrThrow();
    return cloud.ended(team, id);
  };
  const [first, second] = [await pushed("draft one"), await pushed("draft two")];
  const preview = second.preview_label!;
  expect((await cloud.visit(preview)).text).toBe("draft two");
  await rollBackTo(team, first.id);
  expect((await cloud.visit(preview)).text).toBe("draft one");
  expect((await cloud.visit(label)).text).toBe("site");
  expect(await lastLine(team, second.id)).toBe(messages.rolledBackFrom);
  await pushed("draft three");
  expect((await cloud.visit(preview)).text).toBe("draft three");
});

describe("a promotion", () => {
  const promoteTo = async (team: string, id: string): Promise<void> =>
    announceRollback(cloud.hosting.deps, await cloud.inTrx((trx) => promote(cloud.hosting.deps, trx, team, id)));
  const refusal = (team: string, id: string) => cloud.inTrx((trx) => promote(cloud.hosting.deps, trx, team, id));

  test("shows a preview's files in production without a build, with the same CID, and is noted in both logs", async () => {
    const site = await sites.connected();
    const before = await sites.newest(site);
    const draft = await sites.pushed(site, "draft", "draft");
    const stored = await cloud.storedBytes(site.team);
    await promoteTo(site.team, draft.id);
    expect((await cloud.visit(site.label)).text).toBe("draft");
    expect((await cloud.visit(draft.preview_label!)).text).toBe("draft");
    const project = await cloud.live(site.team, site.project);
    expect(project).toMatchObject({ live_deployment_id: draft.id, live_cid: draft.cid, deployments: 2n });
    expect(await cloud.storedBytes(site.team)).toBe(stored);
    expect(await lastLine(site.team, draft.id)).toBe(messages.promotedTo(`http://${site.label}.localhost`));
    expect(await lastLine(site.team, before.id)).toBe(messages.promotedFrom);
    await expect(refusal(site.team, draft.id)).rejects.toThrow(messages.promotionOfLive);
    await rollBackTo(site.team, before.id);
    expect((await cloud.visit(site.label)).text).toBe("main");
    expect((await cloud.visit(draft.preview_label!)).text).toBe("draft");
  });

  test("lasts after the preview is removed, keeps its deployment, and ends with the next push to the branch", async () => {
    const site = await sites.connected();
    const draft = await sites.pushed(site, "draft", "draft");
    const project = { id: site.project, team_id: site.team };
    await cloud.inTrx((trx) => removePreview(cloud.hosting.deps, trx, project, { branch: "draft" }));
    await promoteTo(site.team, draft.id);
    expect((await cloud.visit(site.label)).text).toBe("draft");
    await expect(
      cloud.inTrx((trx) => deleteDeployment(cloud.hosting.deps, trx, site.team, draft.id)),
    ).rejects.toMatchObject({ code: "DEPLOYMENT_IN_USE" });
    await site.repository.push({ "index.html": "main 2" });
    await cloud.ended(site.team, (await sites.newest(site)).id);
    expect((await cloud.visit(site.label)).text).toBe("main 2");
  });

  test("is refused for production's own, failed and Internet Computer deployments, and without files", async () => {
    const site = await sites.connected();
    await expect(refusal(site.team, (await sites.newest(site)).id)).rejects.toThrow(messages.promotionOfNone);
    const draft = await sites.pushed(site, "draft", "draft");
    const change = (values: object) =>
      cloud.inTrx((trx) => trx.updateTable("deployment").set(values).where("id", "=", draft.id).execute());
    for (const [values, message] of [
      [{ state: "failure" }, messages.promotionOfNone],
      [{ state: "success", platform: "IC" }, messages.promotionOfCanister],
      [
        { platform: "IPFS", cid: "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi" },
        messages.promotionWithoutFiles,
      ],
    ] as const) {
      await change(values);
      await expect(refusal(site.team, draft.id)).rejects.toMatchObject({
        status: 409,
        code: "NOT_PROMOTABLE",
        message,
      });
    }
    expect((await cloud.visit(site.label)).text).toBe("main");
    const stranger = await cloud.team();
    await expect(refusal(stranger, draft.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("a live, failed or Internet Computer deployment, or one without files, can't be rolled back to", async () => {
  const { team, project, ids } = await deployed("one", "two");
  const refusal = (id: string) => cloud.inTrx((trx) => rollBack(cloud.hosting.deps, trx, team, id));
  await expect(refusal(ids[1]!)).rejects.toThrow(messages.rollbackOfLive);
  const failed = await cloud.ended(team, await cloud.build(team, project, { uploadId: "none" }));
  await expect(refusal(failed.id)).rejects.toThrow(messages.rollbackOfNone);
  const change = (values: object) =>
    cloud.inTrx((trx) => trx.updateTable("deployment").set(values).where("id", "=", ids[0]!).execute());
  await change({ platform: "IC" });
  await expect(refusal(ids[0]!)).rejects.toMatchObject({ status: 409, message: messages.rollbackOfCanister });
  await change({ platform: "IPFS", cid: "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi" });
  await expect(refusal(ids[0]!)).rejects.toThrow(messages.rollbackWithoutFiles);
});

test("another team's deployment is not found", async () => {
  const { ids } = await deployed("one", "two");
  const stranger = await cloud.team();
  await expect(cloud.inTrx((trx) => rollBack(cloud.hosting.deps, trx, stranger, ids[0]!))).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
