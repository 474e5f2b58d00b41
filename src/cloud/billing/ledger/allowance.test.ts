import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { trialAllowance } from "../../../../resources/limits.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});

const transact = <T>(
  work: (
    trx: Parameters<Parameters<ReturnType<TestWeb["database"]["db"]["transaction"]>["execute"]>[0]>[0],
  ) => Promise<T>,
) => web.database.db.transaction().execute(work);
const levelOf = async (teamId: string) => {
  const { resources } = await web.allowance.used(web.database.db, teamId);
  return resources.find(({ resource }) => resource === "IPFS_STORAGE")!.used;
};

describe("the allowance", () => {
  it("lets a team use exactly its package", async () => {
    const { teamId } = await web.signIn();
    const ask = (seconds: number) => web.allowance.ask(web.database.db, teamId, "BUILD_TIME", seconds);
    await ask(trialAllowance.BUILD_TIME);
    await transact((trx) =>
      web.usage.recordNow(trx, {
        teamId,
        resource: "BUILD_TIME",
        subject: "task",
        amount: trialAllowance.BUILD_TIME - 10,
      }),
    );
    await ask(10);
    await expect(ask(11)).rejects.toMatchObject({ code: "ALLOWANCE_USED_UP", status: 402 });
  });

  it("counts unwritten traffic", async () => {
    const { teamId } = await web.signIn();
    web.usage.record({ teamId, resource: "TRAFFIC", subject: "site", amount: trialAllowance.TRAFFIC });
    await expect(web.allowance.ask(web.database.db, teamId, "TRAFFIC", 1)).rejects.toMatchObject({
      code: "ALLOWANCE_USED_UP",
    });
  });

  it("allows nothing without a package, outside of it, or after the trial's end", async () => {
    const { teamId } = await web.signIn();
    const refused = { code: "ALLOWANCE_USED_UP" };
    await expect(web.allowance.ask(web.database.db, teamId, "COMPUTE_UNIT", 1)).rejects.toMatchObject(refused);
    await expect(web.allowance.ask(web.database.db, randomUUID(), "TRAFFIC", 1)).rejects.toMatchObject(refused);
    await web.database.db
      .updateTable("allowance_grant")
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where("team_id", "=", teamId)
      .execute();
    await expect(web.allowance.ask(web.database.db, teamId, "TRAFFIC", 1)).rejects.toMatchObject(refused);
  });

  it("of storage is a level: deleted bytes can be stored again", async () => {
    const { teamId } = await web.signIn();
    const store = (bytes: number) => transact((trx) => web.allowance.store(trx, teamId, bytes));
    await store(trialAllowance.IPFS_STORAGE);
    await expect(store(1)).rejects.toMatchObject({ code: "ALLOWANCE_USED_UP" });
    expect(await levelOf(teamId)).toBe(BigInt(trialAllowance.IPFS_STORAGE));
    await store(-1000);
    await store(1000);
    await expect(store(-trialAllowance.IPFS_STORAGE - 1)).rejects.toThrow("size_bytes");
  });

  it("of storage is not exceeded by deployments that race for the last bytes", async () => {
    const { teamId } = await web.signIn();
    const third = Math.floor(trialAllowance.IPFS_STORAGE / 3);
    const racing = Array.from({ length: 8 }, () => transact((trx) => web.allowance.store(trx, teamId, third)));
    const ends = await Promise.allSettled(racing);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await levelOf(teamId)).toBe(BigInt(3 * third));
  });
});
