/** Boost spins and their USDT prizes. Withdrawals: boost-withdrawals.test.ts. */
import { beforeAll, describe, expect, it } from "vitest";
import { fieldOf, spinText, wheel } from "../../../resources/boost/spins/spin.ts";
import type { SpinInfo, Spun } from "../../../resources/boost/spins/spin-calls.ts";
import { credit } from "../../../src/cloud/boost/usdt.ts";
import { grantSpins, sha256 } from "../../../src/cloud/boost/spins/spins.ts";
import { boostWeb, type BoostWeb } from "../../support/billing/boost.ts";

let web: BoostWeb;
beforeAll(async () => {
  web = await boostWeb();
});

type Node = Awaited<ReturnType<BoostWeb["join"]>>;
const data = <T>(reply: { readonly body: { readonly data?: unknown } }): T => reply.body.data as T;
const info = async ({ ask }: Node): Promise<SpinInfo> => data(await ask("GET /node/spin/random"));
const spinOf = async ({ ask }: Node, query = ""): Promise<Spun> => data(await ask(`POST /node/spin${query}`));
const grant = ({ nodeId }: Node, spins: number) =>
  web.database.db.transaction().execute((trx) => grantSpins(trx, nodeId, spins));
const give = ({ nodeId }: Node, amount: bigint) =>
  web.database.db.transaction().execute((trx) => credit(trx, nodeId, { kind: "PROJECT", amount, projectId: "p1" }));

describe("spins", () => {
  it("has a quota that resets every 24 h, plus extra spins, and reports the spins left", async () => {
    const node = await web.join();
    const first = await info(node);
    expect(first).toMatchObject({ remainSpins: 1, duration: 86_400, currentDuration: 0, cashValue: "0" });
    expect(first.rewards.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(100);
    await grant(node, 2);
    expect(await spinOf(node, `?taskId=${first.taskId}`)).toMatchObject({ remainSpins: 2 });
    expect(await spinOf(node)).toMatchObject({ remainSpins: 1 });
    web.advance(86_400 + 60);
    const next = await info(node);
    expect(next).toMatchObject({ remainSpins: 2, currentDuration: 60, endAt: first.endAt + 86_400 });
    expect(next.taskId).not.toBe(first.taskId);
    const late = await node.ask(`POST /node/spin?taskId=${first.taskId}`);
    expect(late).toMatchObject({ status: 409, body: { code: "SPIN_ROUND_OVER" } });
    await spinOf(node);
    await spinOf(node);
    const none = await node.ask("POST /node/spin");
    expect(none).toMatchObject({ status: 409, body: { code: "NO_SPINS_LEFT" } });
  });

  it("adds one spin per counting invitee, once", async () => {
    const inviter = await web.join();
    const { inviteCode } = data<{ inviteCode: string }>(await inviter.ask("GET /node/info"));
    const { userId } = await web.join(inviteCode);
    expect((await info(inviter)).remainSpins).toBe(1);
    web.records.unlocked.add(userId);
    const asked = await Promise.all([info(inviter), info(inviter), info(inviter)]);
    expect(Math.max(...asked.map(({ remainSpins }) => remainSpins))).toBe(2);
    await web.boost.sweep();
    expect((await info(inviter)).remainSpins).toBe(2);
  });

  it("decides by the committed seed, so that the user can verify the result", async () => {
    const node = await web.join();
    await grant(node, 3);
    let { commitment } = await info(node);
    for (const luck of ["mine", "yours", ""]) {
      const spun = await spinOf(node, luck && `?luck=${luck}`);
      expect(sha256(spun.proof.seed)).toBe(commitment);
      expect(spun.proof.luck).toBe(luck);
      const field = fieldOf(sha256(spinText({ ...spun.proof, nodeId: node.nodeId })));
      expect(field).toBe(spun.field);
      expect(wheel[field]!.rewardType).toBe(spun.rewardType);
      ({ commitment } = spun);
    }
    const { content } = data<{ content: Spun[] }>(await node.ask("GET /node/spin/history?size=2"));
    expect(content.map(({ proof }) => proof.luck)).toEqual(["", "yours"]);
    expect(content.every(({ proof }) => sha256(proof.seed) !== commitment)).toBe(true);
  });

  it("gives each spin once under parallel requests and records its points in the history", async () => {
    const node = await web.join();
    await grant(node, 4);
    const tries = await Promise.all(Array.from({ length: 8 }, () => node.ask("POST /node/spin")));
    const spun = tries.filter(({ status }) => status === 200).map((reply) => data<Spun>(reply));
    expect(spun).toHaveLength(5);
    expect(new Set(spun.map(({ proof }) => proof.seed)).size).toBe(5);
    const won = (type: Spun["rewardType"]) =>
      spun.filter(({ rewardType }) => rewardType === type).reduce((sum, { amount }) => sum + Number(amount), 0);
    const { totalPoint } = data<{ totalPoint: string }>(await node.ask("GET /node/info"));
    expect(Number(totalPoint)).toBe(won("POINTS"));
    expect(Number((await info(node)).cashValue)).toBeCloseTo(won("USDT"));
  });

  it("moves a round's cash to the USDT balance once, by a claim or when the next round starts", async () => {
    const node = await web.join();
    const { taskId } = await info(node);
    const win = (cash: string) =>
      web.database.db.updateTable("boost_round").set({ cash }).where("node_id", "=", node.nodeId).execute();
    await win("60000");
    const claims = await Promise.all([1, 2, 3].map(() => node.ask(`POST /node/spin/claim?taskId=${taskId}`)));
    expect(claims.map((claim) => data<{ claimed: string }>(claim).claimed).toSorted()).toEqual(["0", "0", "0.06"]);
    await win("50000");
    web.advance(200_000);
    expect((await info(node)).cashValue).toBe("0");
    expect(data(await node.ask("GET /node/usdt"))).toEqual({ balance: "0.11", pending: "0", usdPer100Points: "0.1" });
    const other = await web.join();
    expect((await other.ask(`POST /node/spin/claim?taskId=${taskId}`)).status).toBe(404);
  });
});

it("keeps a USDT balance equal to the sum of its log, including projects", async () => {
  const node = await web.join();
  await Promise.all([give(node, 1_500_000n), give(node, 250_000n)]);
  const log = data<{ content: { amount: string; kind: string }[]; total: number }>(
    await node.ask("GET /node/usdt/log/1?size=1&project-id=p1"),
  );
  expect(log).toMatchObject({ total: 2, totalPages: 2, content: [{ kind: "PROJECT", status: null }] });
  expect(data(await node.ask("GET /node/usdt"))).toMatchObject({ balance: "1.75" });
  expect(data(await node.ask("GET /node/usdt/log/1?project-id=other"))).toMatchObject({ total: 0 });
});
