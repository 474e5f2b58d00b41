import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { earlyWarningLand } from "../../../../resources/account/balance-alert.ts";
import { emailsDefault } from "../../../../resources/account/email-settings.ts";
import type { Notice } from "../../../../resources/account/notices.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { codeIn, emailIn } from "../../../../tests/support/account/mailbox.ts";
import { newOwner } from "../../../../tests/support/account/owner.ts";

const patience = { timeout: 90_000, interval: 100 };

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ DEVELOPMENT_PAGES: "on" });
});

type Owner = Awaited<ReturnType<typeof newOwner>>;

/** A user with a confirmed address. */
const reachable = async (): Promise<Owner & { readonly email: string; readonly teamId: string }> => {
  const owner = await newOwner(cloud.url);
  const email = `${randomUUID()}@example.com`;
  await owner.data("PUT /api/auth/user/email", { email });
  const code = codeIn(await emailIn(cloud.database, email));
  await owner.data("POST /api/auth/user/email/verify", { code });
  const { items } = await owner.data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  return { ...owner, email, teamId: items[0]!.teamId };
};

const choose = (owner: Owner, emails: Partial<typeof emailsDefault | Record<string, boolean>>) =>
  owner.data("PUT /api/auth/user/settings", { letters: { ...emailsDefault, ...emails } });

const subjectsTo = async (email: string): Promise<string[]> => {
  const rows = await cloud.database.db.selectFrom("mail").select("subject").where("recipient", "=", email).execute();
  return rows.map(({ subject }) => subject).filter((subject) => !subject.includes("is your Freehold code"));
};

/** A deployment that fails: storage runs out between upload and publishing. */
const fail = async (owner: Owner & { readonly teamId: string }, name: string): Promise<string> => {
  const { db } = cloud.database;
  const grant = (amount: bigint) =>
    db.updateTable("allowance_grant").set({ amount }).where("team_id", "=", owner.teamId).execute();
  const project = { name, platform: "IPFS", deployType: "UPLOAD" };
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
  await grant(1000n);
  const files = [{ path: "index.html", sizeBytes: name.length }];
  const { uploadId } = await owner.data<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
  await fetch(`${cloud.url}/api/hosting/upload/${uploadId}/content?offset=0`, {
    method: "PUT",
    body: name,
    headers: { authorization: owner.token, "content-type": "application/octet-stream" },
  });
  await grant(1n);
  const build = `POST /api/hosting/project/${projectId}/build`;
  const { taskId } = await owner.data<{ taskId: string }>(build, { uploadId });
  await vi.waitFor(async () => {
    const { state } = await owner.data<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`);
    expect(state).toBe("failure");
  }, patience);
  return taskId;
};

const noticesOf = async (owner: Owner): Promise<readonly Notice[]> => owner.data("GET /api/auth/broadcast");

describe("emails", () => {
  it("report a failed deployment with reason and log, unless turned off", async () => {
    const owner = await reachable();
    const taskId = await fail(owner, "orchard");
    const received = await emailIn(cloud.database, owner.email, "orchard");
    expect(received.subject).toBe("orchard failed to deploy");
    expect(received.body).toContain(errors.ALLOWANCE_USED_UP.message);
    expect(received.body).toMatch(new RegExp(`${cloud.url}/hosting/build/orchard/[0-9a-f-]{36}/${taskId}`));
    expect(received.body).toContain(`${cloud.url}/account/config?tab=notifications`);
    await choose(owner, { deploymentFailed: false });
    await fail(owner, "meadow");
    expect(await subjectsTo(owner.email)).toEqual(["orchard failed to deploy"]);
  });

  it("report a successful deployment to subscribers, including one without a worker", async () => {
    const owner = await reachable();
    expect(await owner.data("GET /api/auth/user/settings")).toEqual({ letters: emailsDefault });
    await owner.site("silent", "x");
    await choose(owner, { deploymentSucceeded: true });
    const projectId = await owner.site("loud", "y");
    await owner.deploy(projectId, { "index.html": "y" });
    await vi.waitFor(
      async () => expect(await subjectsTo(owner.email)).toEqual(["loud was deployed", "loud was deployed"]),
      patience,
    );
  });

  it("tell a team's owner who joins and leaves", async () => {
    const [owner, account] = [await reachable(), privateKeyToAccount(generatePrivateKey())];
    const member = await newOwner(cloud.url, account);
    const { invitationId } = await owner.data<{ invitationId: string }>("POST /api/auth/cooperation/invitations", {
      invitation: { type: "WALLET", target: account.address, access: ["HOSTING"] },
    });
    await member.data(`POST /api/auth/cooperation/invitations/${invitationId}`, { accept: true });
    await member.data("POST /api/auth/cooperation/exit", { teamId: owner.teamId });
    const subjects = await subjectsTo(owner.email);
    expect(subjects).toEqual([expect.stringMatching(/joined the team/), expect.stringMatching(/left the team/)]);
  });

  it("of other teams go to members with access to hosting only", async () => {
    const [owner, builder, keeper] = [await reachable(), await reachable(), await reachable()];
    for (const [person, access] of [
      [builder, ["HOSTING"]],
      [keeper, ["BUCKET"]],
    ] as const) {
      const { uid } = await person.data<{ uid: string }>("GET /api/auth/user");
      const personId = uid.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
      const row = { team_id: owner.teamId, person_id: personId, type: "COLLABORATION" as const, access: [...access] };
      await cloud.database.db.insertInto("membership").values(row).execute();
    }
    await fail(owner, "shared");
    expect(await subjectsTo(builder.email)).toEqual(["shared failed to deploy"]);
    expect(await subjectsTo(keeper.email)).toEqual([]);
  });
});

describe("the balance alert", () => {
  it("notifies the owner by notice and email, once each time an allowance falls below the threshold", async () => {
    const owner = await reachable();
    const { db } = cloud.database;
    const storage = db.updateTable("allowance_grant").where("team_id", "=", owner.teamId);
    await storage.set({ amount: 1000n }).where("resource", "=", "IPFS_STORAGE").execute();
    const low = async () => (await noticesOf(owner)).filter(({ message }) => message.includes("IPFS storage left"));
    const becomes = (count: number) => vi.waitFor(async () => expect(await low()).toHaveLength(count), patience);

    const first = await owner.site("big", "x".repeat(930));
    await becomes(1);
    expect((await low())[0]).toMatchObject({ type: "NORMAL", url: "/overview", teamId: owner.teamId, read: false });
    expect((await low())[0]!.message).toMatch(/has \d% of its IPFS storage left\.$/);
    await emailIn(cloud.database, owner.email, "IPFS storage left");
    await owner.site("small", "y");
    const lowRows = () => db.selectFrom("allowance_low").selectAll().where("team_id", "=", owner.teamId).execute();
    expect(await lowRows()).toHaveLength(1);

    await owner.data(`DELETE /api/hosting/project/${first}`);
    await vi.waitFor(async () => expect(await lowRows()).toEqual([]), patience);
    await owner.site("again", "z".repeat(930));
    await becomes(2);
    expect(await subjectsTo(owner.email)).toHaveLength(2);
  });

  it("is off when the team turns it off, and the threshold is configurable", async () => {
    const owner = await reachable();
    const line = "/api/auth/team/balance-alert";
    expect(await owner.data(`GET ${line}`)).toEqual({ active: true, percentLeft: 10, landLeft: earlyWarningLand });
    for (const percentLeft of [0, 91, 1.5]) {
      const body = { active: true, percentLeft, landLeft: null };
      expect((await owner.call(`PUT ${line}`, { token: owner.token, body })).status).toBe(422);
    }
    const off = { active: false, percentLeft: 50, landLeft: "1000000000000000000" };
    await owner.data(`PUT ${line}`, off);
    expect(await owner.data(`GET ${line}`)).toEqual(off);
    await owner.data(`PUT ${line}`, { percentLeft: 20 });
    expect(await owner.data(`GET ${line}`)).toEqual({ ...off, percentLeft: 20 });
  });
});
