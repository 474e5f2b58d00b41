/**
 * A mini app user links a wallet that has an account: both accounts become one, with each balance and reward exactly
 * once.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { boostStage } from "../../../resources/boost/limits.ts";
import { pointUnit } from "../../../resources/boost/nodes/points.ts";
import { movePoints } from "../../../src/cloud/boost/point-log.ts";
import { credit } from "../../../src/cloud/boost/usdt.ts";
import { mergingCloud, type MiniUser } from "../../support/account/merging.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";

const web = await mergingCloud();
const { call, db, within, miniUser, walletUser, message, signed, send, merge } = web;
const { join, nodeOf, available, givePoints, claim, isSound } = web;

test("the preview shows what moves, and which account ends", async () => {
  const [mini, other] = [await miniUser(), await walletUser()];
  await depositLand(db, mini.teamId, 5n * landUnit);
  await givePoints(mini.teamId, 30n);
  const { body } = await call("GET /api/auth/user/merge", { token: mini.token });
  expect(body.data).toEqual({
    possible: true,
    content: 0,
    land: (5n * landUnit).toString(),
    points: "30",
    boostPoints: "0",
    usdt: "0",
  });
  expect(((await message(mini, other.account)).body.data as { message: string }).message).toContain(
    "Merge the Freehold account Ada into the account of this wallet. This cannot be undone.",
  );
  expect((await call("GET /api/auth/user/merge", { token: other.token })).body.data).toMatchObject({ possible: false });
});

test("LAND and points move exactly, rewards of both count once, and the mini app then opens the wallet's account", async () => {
  const [mini, other] = [await miniUser(), await walletUser()];
  const [landBefore, pointsBefore] = [await available(other.teamId, "LAND"), await available(other.teamId, "POINT")];
  await depositLand(db, mini.teamId, 1234n * landUnit);
  await givePoints(mini.teamId, 150n);
  await givePoints(other.teamId, 100n);
  await claim(mini.personId, "task:both", 40);
  await claim(other.personId, "task:both", 40);
  await claim(mini.personId, "task:mini", 10);
  await claim(mini.personId, "task:daily", 5, "2026-11-22");
  await claim(other.personId, "task:daily", 5, "2026-11-23");
  await merge(mini, other.account);
  expect(await available(other.teamId, "LAND")).toBe(landBefore + 1234n * landUnit);
  expect(await available(other.teamId, "POINT")).toBe(pointsBefore + 100n + 150n - 40n);
  const claims = await db
    .selectFrom("reward_claim")
    .select(["subject", "period"])
    .where("person_id", "=", other.personId)
    .orderBy("subject")
    .orderBy("period")
    .execute();
  expect(claims.map(({ subject, period }) => subject + period)).toEqual([
    "task:both",
    "task:daily2026-11-22",
    "task:daily2026-11-23",
    "task:mini",
  ]);
  // The ended account's session has expired, and both histories stay in the ledger.
  expect((await call("GET /api/auth/user", { token: mini.token })).status).toBe(401);
  const opened = await miniUser(mini.id);
  expect(opened.personId).toBe(other.personId);
  const notices = (await call("GET /api/auth/broadcast", { token: opened.token })).body.data as { message: string }[];
  expect(notices[0]!.message).toBe("Your mini app account Ada was merged into this account.");
  const { rows } = await sql<{ reason: string; amount: string }>`
    select transfer.reason, transfer.amount::text from ledger_transfer transfer
      join ledger_account account on account.id in (transfer.from_id, transfer.to_id)
    where account.code like ${`%${mini.teamId}%`} and account.unit = 'LAND' order by transfer.number
  `.execute(db);
  expect(rows.map(({ reason }) => reason)).toEqual(["deposit", "Merged from the mini app"]);
  await isSound();
});

describe("Boost", () => {
  test("a wallet's account without a node gets the mini app's node unchanged", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    const node = await join(mini, "/api/boost/node/tg/create");
    await within((trx) => movePoints(trx, node.id, { kind: "activity", amount: 7n * pointUnit, name: "x" }));
    await merge(mini, other.account);
    expect(await nodeOf(other.personId)).toMatchObject({ id: node.id, total: (7n * pointUnit).toString() });
    await isSound();
  });

  test("two nodes become one: points, USDT, stages, cards, signs and invitees once each, with one history", async () => {
    const [mini, other, third] = [await miniUser(), await walletUser(), await walletUser()];
    const [from, to, invitee] = [await join(mini, "/api/boost/node/tg/create"), await join(other), await join(third)];
    const now = Number(to.compute_timestamp);
    for (const [id, amount] of [
      [from.id, 50n],
      [to.id, 20n],
    ] as const) {
      await within(async (trx) => {
        await movePoints(trx, id, { kind: "quest", amount: amount * pointUnit, name: "Task of both" });
        await movePoints(trx, id, { kind: "collect", amount: 100n * pointUnit });
        await credit(trx, id, { kind: "SPIN", amount: 1000n });
      });
      await db.insertInto("boost_stage").values({ node_id: id, stage: "storage" }).execute();
      await db
        .insertInto("boost_sign")
        .values({ node_id: id, day: 100, run: Number(amount), with_land: false })
        .execute();
    }
    const taskId = randomUUID();
    await sql`
      insert into boost_task (id, task_group, name, description, icon, press, proof, goal, wait_seconds, reward_kind, reward_amount, kind)
      values (${taskId}, 'one_time', 'Task of both', '', 'x', 'OPEN', 'NONE', 1, 0, 'points', 20, 'quest')
    `.execute(db);
    for (const id of [from.id, to.id])
      await db
        .insertInto("boost_task_state")
        .values({ node_id: id, task_id: taskId, period: 0, opened_at: now, claimed_at: now })
        .execute();
    await db.insertInto("boost_stage").values({ node_id: from.id, stage: "network" }).execute();
    const bought = { explore_bought: 3, capacity: ((100n + 2n * 2500n + 500n) * pointUnit).toString() };
    await db.updateTable("boost_node").set(bought).where("id", "=", from.id).execute();
    await db.updateTable("boost_node").set({ inviter_id: from.id }).where("id", "=", invitee.id).execute();
    const landBefore = await available(other.teamId, "LAND");
    await merge(mini, other.account);
    const merged = await nodeOf(other.personId);
    // 50 + 20 of one task: the mini app's 50 are deducted.
    expect(merged).toMatchObject({ id: to.id, total: (220n * pointUnit).toString(), explore_bought: 3 });
    expect(BigInt(merged.capacity)).toBe(BigInt(to.capacity) + (2500n + 500n) * pointUnit);
    expect(merged.base_rate).toHaveLength(to.base_rate.length + 1);
    expect(await available(other.teamId, "LAND")).toBe(landBefore + boostStage.land * landUnit);
    const usdt = await db.selectFrom("boost_usdt_balance").select("amount").where("node_id", "=", to.id).execute();
    expect(usdt).toEqual([{ amount: "2000" }]);
    const stages = await db.selectFrom("boost_stage").select("stage").where("node_id", "=", to.id).execute();
    expect(stages.map(({ stage }) => stage).toSorted()).toEqual(["network", "storage"]);
    const signs = await db.selectFrom("boost_sign").select("run").where("node_id", "=", to.id).execute();
    expect(signs).toEqual([{ run: 50 }]);
    expect((await nodeOf(third.personId)).inviter_id).toBe(to.id);
    expect(await db.selectFrom("boost_node").select("id").where("id", "=", from.id).execute()).toEqual([]);
    await isSound();
  });

  test("two accounts that invited each other get nothing for it, and no invite cycle remains", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    const [from, to] = [await join(mini, "/api/boost/node/tg/create"), await join(other)];
    await db.updateTable("boost_node").set({ inviter_id: to.id }).where("id", "=", from.id).execute();
    await db.updateTable("person").set({ invited_by: other.personId }).where("id", "=", mini.personId).execute();
    await db.updateTable("person").set({ invited_by: mini.personId }).where("id", "=", other.personId).execute();
    await within(async (trx) => {
      await movePoints(trx, to.id, { kind: "invite", amount: 5n * pointUnit, otherId: from.id });
      await movePoints(trx, to.id, { kind: "collect", amount: 3n * pointUnit });
    });
    await merge(mini, other.account);
    expect(await nodeOf(other.personId)).toMatchObject({ inviter_id: null, total: (3n * pointUnit).toString() });
    const user = db.selectFrom("person").select("invited_by").where("id", "=", other.personId);
    expect(await user.executeTakeFirst()).toEqual({ invited_by: null });
    await isSound();
  });

  test("spins of both are kept, each with a unique number", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    const [from, to] = [await join(mini, "/api/boost/node/tg/create"), await join(other)];
    for (const [nodeId, granted] of [
      [from.id, 2],
      [to.id, 3],
    ] as const) {
      const round = randomUUID();
      await db.insertInto("boost_round").values({ id: round, node_id: nodeId, starts_at: 1000, cash: "40" }).execute();
      await db
        .insertInto("boost_spinner")
        .values({ node_id: nodeId, granted, spins: 2, seed: "s", round_id: round })
        .execute();
      for (const number of [0, 1])
        await db
          .insertInto("boost_spin")
          .values({
            node_id: nodeId,
            round_id: round,
            number,
            reward_type: "usdt",
            amount: "20",
            seed: "s",
            luck: "l",
          } as never)
          .execute();
    }
    await merge(mini, other.account);
    const spinner = await db.selectFrom("boost_spinner").selectAll().where("node_id", "=", to.id).execute();
    expect(spinner).toMatchObject([{ granted: 5, spins: 4 }]);
    const spins = await db
      .selectFrom("boost_spin")
      .select("number")
      .where("node_id", "=", to.id)
      .orderBy("number")
      .execute();
    expect(spins.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    const { amount } = await db
      .selectFrom("boost_usdt_balance")
      .select("amount")
      .where("node_id", "=", to.id)
      .executeTakeFirstOrThrow();
    expect(amount).toBe("40");
    await isSound();
  });
});

test("merging twice, and in parallel into two accounts, merges once", async () => {
  const [mini, one, two] = [await miniUser(), await walletUser(), await walletUser()];
  await depositLand(db, mini.teamId, 10n * landUnit);
  const before = [await available(one.teamId, "LAND"), await available(two.teamId, "LAND")];
  const bodies = [await signed(mini, one.account), await signed(mini, two.account)];
  const answers = await Promise.all([...bodies, ...bodies].map((body) => send(mini, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const gained = [await available(one.teamId, "LAND"), await available(two.teamId, "LAND")];
  expect(gained[0]! + gained[1]! - before[0]! - before[1]!).toBe(10n * landUnit);
  await isSound();
});

test("two mini app accounts cannot both merge into one wallet's account", async () => {
  const [first, second, other] = [await miniUser(), await miniUser(), await walletUser()];
  const bodies = [await signed(first, other.account), await signed(second, other.account)];
  const answers = await Promise.all([send(first, bodies[0]!), send(second, bodies[1]!)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 422)!.body.code).toBe("MERGE_TAKEN");
});

test("an account that cannot be merged is refused with the reason, and nothing changes", async () => {
  const codeOf = async (mini: MiniUser, account: PrivateKeyAccount) => (await message(mini, account)).body.code;
  const [mini, other] = [await miniUser(), await walletUser()];
  expect(await codeOf(mini, privateKeyToAccount(generatePrivateKey()))).toBe("MERGE_NO_ACCOUNT");
  const deleted = await walletUser();
  const confirm = { confirm: deleted.account.address };
  expect((await call("DELETE /api/auth/user", { token: deleted.token, body: confirm })).status).toBe(200);
  expect(await codeOf(mini, deleted.account)).toBe("MERGE_NO_ACCOUNT");
  const asWallet = { ...mini, token: other.token };
  expect(await codeOf(asWallet, deleted.account)).toBe("MERGE_UNAVAILABLE");
  // A signature for something else doesn't authorize a merge.
  const foreign = await signed(await miniUser(), other.account);
  expect((await send(mini, foreign)).body.code).toBe("SIGN_IN_EXPIRED");
  const token = { id: randomUUID(), hash: Buffer.from("x"), name: "token", purpose: "deploy" } as const;
  await db
    .insertInto("auth_token")
    .values({ ...token, person_id: mini.personId, team_id: mini.teamId })
    .execute();
  expect(await codeOf(mini, other.account)).toBe("MERGE_NOT_EMPTY");
  const withKey = await miniUser();
  const key = { id: randomUUID(), team_id: withKey.teamId, name: "key", models: [], hash: Buffer.from("y"), hint: "" };
  await db.insertInto("ai_key").values(key).execute();
  expect(await codeOf(withKey, other.account)).toBe("MERGE_NOT_EMPTY");
});
