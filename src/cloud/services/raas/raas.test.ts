import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { rollupFaucetCoins, rollupKeptSeconds, rollupOrderSeconds } from "../../../../resources/raas/limits.ts";
import { errors } from "../../../../resources/errors.ts";
import { freeChainId, raasWeb } from "../../../../tests/support/raas.ts";
import { landUnit } from "../../../../tests/support/paying-team.ts";
import { createLockedStanding } from "../../../../tests/support/standing.ts";
import { setCap } from "../../ledger/caps.ts";
import { readMovements } from "../../ledger/movements.ts";
import { billsOf } from "../bill-analytics/months.ts";

let web: Awaited<ReturnType<typeof raasWeb>>;
beforeAll(async () => {
  web = await raasWeb();
});

const million = 1_000_000n * landUnit;
const [pending, creatingAnew, running, terminated] = [1, 5, 3, 4];
const day = 86_400;
const engineIsAsked = (words: string) =>
  vi.waitFor(() => expect(web.engine.asked).toContain(words), { timeout: 20_000 });

describe("an order", () => {
  it("by one click waits for its payment, which is taken once however often it is sent, and is made", async () => {
    const person = await web.somebody(40n);
    const id = await person.ordered({ purchasePlan: "DAY" });
    expect(await person.show(id)).toMatchObject({ status: pending, land: (18n * million).toString(), detail: null });
    const answers = await Promise.all([1, 2, 3].map(() => person.pay(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const shown = await person.becomes(id, running);
    expect(shown.expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + day);
    expect(shown.detail).toMatchObject({
      bridgeAssets: `/bridge/${shown.chainId}`,
      sequencerAddressBalance: "100000000000000000",
    });
    expect((await person.standing()).balance).toBe(22n * million);
    expect(await person.data(`GET /rollup/${id}/progress`)).toMatchObject({ progress: 100, step: "READY" });
    expect(await person.told()).toEqual([expect.stringContaining("runs until")]);
  });

  it("that cannot be paid is refused with the way out, and stays as it is", async () => {
    const person = await web.somebody(17n);
    const id = await person.ordered({ purchasePlan: "DAY" });
    const answer = await person.pay(id);
    expect([answer.status, answer.body.message]).toEqual([402, errors.INSUFFICIENT_LAND.message]);
    expect((await person.show(id)).status).toBe(pending);
    expect(await person.data(`GET /rollup/bills?rollupId=${id}`)).toEqual({ details: [] });
  });

  it("is paid for by LAND that is there once: of two that are paid at the same time one is refused", async () => {
    const person = await web.somebody(30n);
    const ids = [await person.ordered({ purchasePlan: "DAY" }), await person.ordered({ purchasePlan: "DAY" })];
    const answers = await Promise.all(ids.map((id) => person.pay(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402]);
    expect((await person.standing()).balance).toBe(12n * million);
  });

  it("that goes beyond the spend cap of the month is refused, and nothing is taken", async () => {
    const person = await web.somebody(60n);
    const cap = { kind: "SERVICE", target: "RAAS" } as const;
    await web.database.db.transaction().execute((trx) => setCap(trx, person.teamId, cap, 20n * million));
    const id = await person.ordered({ purchasePlan: "DAY" });
    expect((await person.pay(id)).status).toBe(200);
    await person.becomes(id, running);
    const renewed = await person.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" });
    expect(renewed.body.code).toBe("SPEND_CAP_REACHED");
    expect((await person.standing()).balance).toBe(42n * million);
  });

  it("of the 2-hour free trial starts at once, and is taken once an account even by two at the same time", async () => {
    const person = await web.somebody();
    expect(await person.data("GET /rollup/free")).toEqual({ exist: false });
    const answers = await Promise.all([1, 2, 3].map(() => person.order({ purchasePlan: "FREE" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { id } = answers.find(({ status }) => status === 200)!.body.data as { id: string };
    const { expirationAt } = await person.becomes(id, running);
    expect(expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + 7200);
    expect(await person.data("GET /rollup/free")).toEqual({ exist: true });
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe(errors.ROLLUP_TRIAL_USED.message);
  });

  it("takes names once in a team, and not 'status', 'progress' and 'create'", async () => {
    const person = await web.somebody();
    for (const name of ["status", "Progress", "create"])
      expect((await person.order({ purchasePlan: "DAY", name })).status).toBe(422);
    await person.ordered({ purchasePlan: "DAY", name: "Orchard" });
    const again = await person.order({ purchasePlan: "DAY", name: "orchard" });
    expect(again.body.code).toBe("ROLLUP_NAME_TAKEN");
    const other = await web.somebody();
    await other.ordered({ purchasePlan: "DAY", name: "orchard" });
  });

  it("takes no chain id of a public chain, of this cloud or of another rollup", async () => {
    const [person, other] = [await web.somebody(), await web.somebody()];
    const chainId = freeChainId();
    const statusOf = (id: string | number) => person.data(`GET /rollup/chain/${id}`);
    expect(await statusOf(chainId)).toEqual({ status: "free" });
    const both = await Promise.all([person, other].map((one) => one.order({ purchasePlan: "DAY", chainId })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (const id of [chainId, 1, 137, 11_155_111, 31_337, 4242]) {
      expect(await statusOf(id)).toEqual({ status: "taken" });
      expect((await person.order({ purchasePlan: "DAY", chainId: String(id) })).body.code).toBe("ROLLUP_CHAIN_TAKEN");
    }
    expect((await person.ask("GET /rollup/chain/9999999999999999")).status).toBe(422);
    expect((await person.ask("GET /rollup/chain/x")).status).toBe(422);
  });

  it("that is complete only on the screen is refused by the server", async () => {
    const person = await web.somebody();
    const one = await person.order({ chainId: undefined });
    expect(Object.keys(one.body.data)).toEqual(["chainId", "purchasePlan"]);
    const other = await person.order({ network: "MAINNET", purchasePlan: "FREE" });
    expect(Object.keys(other.body.data)).toEqual(["email", "telegram"]);
  });

  it("that nobody pays for is withdrawn after 14 days, and its chain id is free again", async () => {
    const person = await web.somebody();
    const chainId = freeChainId();
    const id = await person.ordered({ purchasePlan: "DAY", chainId });
    const start = web.clock.now;
    await web.pass(rollupOrderSeconds + 60);
    expect(await person.show(id)).toMatchObject({ status: terminated, note: expect.stringContaining("not paid for") });
    expect(await person.data(`GET /rollup/chain/${chainId}`)).toEqual({ status: "free" });
    web.clock.now = start;
  });
});

it("Trial has no rollups: code 100077", async () => {
  const locked = await raasWeb(createLockedStanding());
  const answer = await (await locked.somebody()).order({ purchasePlan: "FREE" });
  expect([answer.status, answer.body.code]).toEqual([403, 100_077]);
});

describe("the making", () => {
  it("that fails for a moment goes on by itself, and is paid for once", async () => {
    const person = await web.somebody(20n);
    web.engine.fail("shaky", 1);
    const id = await person.ordered({ purchasePlan: "DAY", name: "shaky" });
    await person.pay(id);
    await person.becomes(id, running);
    expect(web.engine.asked.filter((words) => words === `create ${id}`)).toHaveLength(2);
    expect((await person.standing()).balance).toBe(2n * million);
  });

  it("that fails for good says why and gives the LAND back; it can be paid for again", async () => {
    const person = await web.somebody(20n);
    web.engine.fail("doomed", 3);
    const id = await person.ordered({ purchasePlan: "DAY", name: "doomed" });
    await person.pay(id);
    const failed = await person.becomes(id, pending);
    expect(failed.note).toContain("The settlement chain does not answer.");
    expect((await person.standing()).balance).toBe(20n * million);
    expect(await person.data(`GET /rollup/bills?rollupId=${id}`)).toEqual({ details: [] });
    const { db } = web.database;
    expect(await readMovements(db, person.teamId, {}, { size: 2 })).toMatchObject([
      { reason: "Rollup doomed: given back", isIn: true, amount: 18n * million },
      { reason: "Rollup doomed: 1 day", isIn: false },
    ]);
    expect(await db.selectFrom("charge").select("land").where("team_id", "=", person.teamId).execute()).toEqual([]);
    expect((await person.pay(id)).body.data).toMatchObject({ status: creatingAnew });
    await person.becomes(id, running);
    expect((await person.standing()).balance).toBe(2n * million);
  });
});

describe("what was paid", () => {
  it("stands as RAAS in statements, monthly bills and charges, and as bills of the rollup", async () => {
    const person = await web.somebody(1600n);
    const id = await person.ordered({ purchasePlan: "DAY" });
    await person.pay(id);
    await person.becomes(id, running);
    await person.data(`POST /rollup/${id}/renew`, { purchasePlan: "QUARTER" });
    const { db } = web.database;
    const [bill] = await billsOf(db, person.teamId);
    expect(bill!.spent).toEqual([{ resourceType: "RAAS", land: (1518n * million).toString() }]);
    const charges = await db.selectFrom("charge").select(["service", "land"]).where("subject", "=", id).execute();
    expect(charges).toEqual([{ service: "RAAS", land: (1518n * million).toString() }]);
    const { details } = await person.data<{ details: object[] }>(`GET /rollup/bills?rollupId=${id}`);
    expect(details).toEqual(
      expect.arrayContaining([
        { billType: 1, time: 93 * day, land: (1500n * million).toString(), createdAt: expect.any(Number) },
        { billType: 0, time: day, land: (18n * million).toString(), createdAt: expect.any(Number) },
      ]),
    );
    expect((await person.show(id)).renewLand).toBe((1500n * million).toString());
  });
});

describe("time", () => {
  it("that is renewed is added to what is left", async () => {
    const person = await web.somebody(40n);
    const id = await person.ordered({ purchasePlan: "DAY" });
    await person.pay(id);
    const { expirationAt } = await person.becomes(id, running);
    expect(await person.data(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).toEqual({
      expirationAt: expirationAt! + day,
    });
    expect((await person.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).status).toBe(402);
  });

  it("that is nearly over is told 7 days and 1 day before, and at its end, once by two workers", async () => {
    const person = await web.somebody(1500n);
    const id = await person.ordered({ purchasePlan: "QUARTER" });
    await person.pay(id);
    await person.becomes(id, running);
    const start = web.clock.now;
    const twin = web.service();
    const at = async (seconds: number): Promise<string[]> => {
      web.clock.now = new Date(start.getTime() + seconds * 1000);
      await Promise.all([web.raas.passTime(), twin.passTime()]);
      return web.letters.filter(({ teamId }) => teamId === person.teamId).map(({ subject }) => subject.slice(-16));
    };
    expect(await at(85 * day)).toEqual([]);
    expect(await at(86.5 * day)).toEqual([expect.stringContaining("is nearly over")]);
    expect(await at(90 * day)).toHaveLength(1);
    expect(await at(92.5 * day)).toHaveLength(2);
    const warnings = (await person.told()).filter((sentence) => sentence.includes("is over on"));
    expect(warnings).toHaveLength(1);
    expect(await at(93 * day + 1)).toHaveLength(3);
    expect((await person.told()).filter((sentence) => sentence.includes("is over on"))).toEqual([]);
    await engineIsAsked(`stop ${id}`);
    expect(await person.show(id)).toMatchObject({
      status: terminated,
      note: expect.stringContaining("Its time is over"),
    });
    expect(web.events.filter(({ teamId }) => teamId === person.teamId).map(({ event }) => event)).toEqual([
      "rollup.running",
      "rollup.expiring",
      "rollup.expiring",
      "rollup.ended",
    ]);
    web.clock.now = start;
  });

  it("that is over can be bought again while the blocks are kept, for 30 days; then they go", async () => {
    const person = await web.somebody(60n);
    const chainId = freeChainId();
    const id = await person.ordered({ purchasePlan: "DAY", chainId });
    await person.pay(id);
    await person.becomes(id, running);
    const start = web.clock.now;
    expect((await web.call(`GET /api/raas/chain/${chainId}`)).status).toBe(200);
    await web.pass(day);
    await engineIsAsked(`stop ${id}`);
    expect((await web.call(`GET /api/raas/chain/${chainId}`)).status).toBe(404);
    const { renewableUntil } = await person.show(id);
    expect(renewableUntil).toBe(Math.floor(web.clock.now.getTime() / 1000) + rollupKeptSeconds);
    await web.pass(2 * day);
    const until = Math.floor(web.clock.now.getTime() / 1000) + day;
    expect(await person.data(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).toEqual({ expirationAt: until });
    expect((await person.show(id)).status).toBe(running);
    await engineIsAsked(`resume ${id}`);
    await web.pass(day);
    expect(await person.data(`GET /rollup/chain/${chainId}`)).toEqual({ status: "taken" });
    await web.pass(rollupKeptSeconds);
    await engineIsAsked(`remove ${id}`);
    expect((await person.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).body.code).toBe(
      "ROLLUP_NOT_RENEWABLE",
    );
    expect(await person.data(`GET /rollup/chain/${chainId}`)).toEqual({ status: "free" });
    web.clock.now = start;
  });
});

describe("the end", () => {
  it("by the team is for good; nothing is given back, and the blocks go after 30 days", async () => {
    const person = await web.somebody(20n);
    const id = await person.ordered({ purchasePlan: "DAY" });
    await person.pay(id);
    await person.becomes(id, running);
    await person.data(`POST /rollup/${id}/terminate`);
    await engineIsAsked(`stop ${id}`);
    expect((await person.standing()).balance).toBe(2n * million);
    expect(await person.show(id)).toMatchObject({ status: terminated, renewableUntil: null });
    expect((await person.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).body.code).toBe(
      "ROLLUP_NOT_RENEWABLE",
    );
    expect((await person.ask(`POST /rollup/${id}/terminate`)).body.code).toBe("ROLLUP_ALREADY_ENDED");
    const start = web.clock.now;
    await web.pass(rollupKeptSeconds + 1);
    await engineIsAsked(`remove ${id}`);
    web.clock.now = start;
  });

  it("with its team leaves nothing behind", async () => {
    const person = await web.somebody();
    const id = await person.ordered({ purchasePlan: "FREE" });
    await person.becomes(id, running);
    await web.database.db.transaction().execute((trx) => web.raas.removeTeam(trx, person.teamId));
    await engineIsAsked(`remove ${id}`);
  });
});

describe("an application", () => {
  const handed = {
    answer: "HAND_OVER",
    provider: "Stack & Sons",
    rpc: "https://rpc.stack.example",
    explorer: "https://scan.stack.example",
    contract: `0x${"c0".repeat(20)}`,
  };

  it("is told to operators, answered with a price, paid for and handed over", async () => {
    const person = await web.somebody(50n);
    const operator = await web.signIn(web.operatorKey);
    const answer = (id: string, body: object, token = operator.accessToken) =>
      web.call(`PUT /api/raas/operator/rollups/${id}`, { token, body });
    const wish = { network: "MAINNET", daLayer: "ARWEAVE", email: "ann@example.com", telegram: "@ann", name: "Vast" };
    const id = await person.ordered(wish);
    expect((await person.show(id)).status).toBe(0);
    const news = await web.notices.of(web.database.db, operator.userId);
    expect(news[0]).toMatchObject({
      message: expect.stringContaining("applies for the rollup Vast"),
      url: `/operator/rollups/${id}/edit`,
    });
    expect((await answer(id, { answer: "OFFER", land: "30000000", days: 30 }, person.accessToken)).status).toBe(404);
    expect((await answer(id, { answer: "OFFER" })).status).toBe(422);
    expect((await person.pay(id)).body.code).toBe("ROLLUP_NOT_PAYABLE");
    expect((await answer(id, { answer: "OFFER", land: "30000000", days: 30 })).body.data).toMatchObject({
      state: "unpaid",
    });
    await person.pay(id);
    expect((await person.show(id)).status).toBe(2);
    expect((await person.standing()).balance).toBe(20n * million);
    expect((await answer(id, { ...handed, chainId: "137" })).status).toBe(422);
    const chainId = freeChainId();
    expect((await answer(id, { ...handed, chainId })).body.data).toMatchObject({ state: "online" });
    const shown = await person.show(id);
    expect(shown).toMatchObject({
      status: running,
      chainId,
      detail: { provider: "Stack & Sons", rpc: handed.rpc, blockExplorer: handed.explorer },
    });
    expect(shown.expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + 30 * day);
    const seen = (await web.call(`GET /api/raas/chain/${chainId}`)).body.data;
    expect(seen).toMatchObject({ name: "Vast", faucet: false, settlement: { name: "Ethereum", chainId: "1" } });
    expect((await person.ask(`GET /rollup/${id}/health`)).body.code).toBe("ROLLUP_ELSEWHERE");
    expect((await person.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).body.code).toBe(
      "ROLLUP_BY_AGREEMENT",
    );
  });

  it("that is declined after it was paid for gives the LAND back", async () => {
    const person = await web.somebody(50n);
    const operator = await web.signIn(web.operatorKey);
    const id = await person.ordered({ network: "MAINNET", email: "a@example.com", telegram: "@a" });
    const answer = (body: object) =>
      web.call(`PUT /api/raas/operator/rollups/${id}`, { token: operator.accessToken, body });
    await answer({ answer: "OFFER", land: "30000000", days: 30 });
    await person.pay(id);
    expect((await person.ask(`POST /rollup/${id}/terminate`)).body.code).toBe("ROLLUP_BEING_MADE");
    expect((await answer({ answer: "DECLINE" })).status).toBe(422);
    expect((await answer({ answer: "DECLINE", note: "No stack has room." })).status).toBe(200);
    expect(await person.show(id)).toMatchObject({ status: terminated, note: "No stack has room." });
    expect((await person.standing()).balance).toBe(50n * million);
    const list = await web.call("GET /api/raas/operator/rollups?state=ended&kind=APPLICATION", {
      token: operator.accessToken,
    });
    expect(JSON.stringify(list.body.data)).toContain(id);
  });
});

describe("a rollup that runs", () => {
  it("of another team is not there", async () => {
    const [person, other] = [await web.somebody(), await web.somebody()];
    const id = await person.ordered({ purchasePlan: "FREE" });
    await person.becomes(id, running);
    const lines = [
      `GET /rollup/detail/${id}`,
      `GET /rollup/${id}/health`,
      `GET /rollup/${id}/progress`,
      `GET /rollup/${id}/batcher/logs`,
      `GET /rollup/bills?rollupId=${id}`,
      `POST /rollup/${id}/terminate`,
      `POST /rollup/${id}/batcher/fund`,
    ];
    for (const line of lines) expect([line, (await other.ask(line)).status]).toEqual([line, 404]);
    expect((await other.pay(id)).status).toBe(404);
    expect((await other.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).status).toBe(404);
    expect(await other.data("GET /rollup")).toEqual({ count: 0, detail: [] });
    expect(await person.data("GET /rollup")).toMatchObject({ count: 1, detail: [{ id, fastDeploy: true }] });
  });

  it("warns of a role at or below 0.1 of the coin, and funds it", async () => {
    const person = await web.somebody();
    const id = await person.ordered({ purchasePlan: "FREE" });
    await person.becomes(id, running);
    const { roles } = await person.data<{ roles: object[] }>(`GET /rollup/${id}/health`);
    expect(roles).toMatchObject([
      { role: "sequencer", low: true },
      { role: "batcher", low: false },
    ]);
    await person.data(`POST /rollup/${id}/sequencer/fund`);
    expect(web.engine.asked).toContain(`fund ${id} sequencer`);
    expect(await person.data(`GET /rollup/${id}/batcher/logs?from=4`)).toEqual({
      items: [{ line: 4, at: 1, content: "batcher is well" }],
      next: 5,
    });
    expect((await person.ask(`GET /rollup/${id}/prover/logs`)).status).toBe(404);
  });

  it("gives an address one coin a day, and all of them no more than 500", async () => {
    const person = await web.somebody();
    const chainId = freeChainId();
    await person.becomes(await person.ordered({ purchasePlan: "FREE", chainId }), running);
    const ask = (address: string) => web.call(`POST /api/raas/chain/${chainId}/faucet`, { body: { address } });
    const address = `0x${"Ab".repeat(20)}`;
    expect((await ask(address)).status).toBe(200);
    expect((await ask(address.toLowerCase())).body.code).toBe("ROLLUP_FAUCET_USED");
    expect((await ask(`0x${"cd".repeat(20)}`)).status).toBe(200);
    await sql`
      insert into rollup_faucet (rollup_id, address, given_at)
      select id, 'somebody ' || n, ${web.clock.now} from rollup, generate_series(1, ${rollupFaucetCoins - 2}) as n where chain_id = ${chainId}
    `.execute(web.database.db);
    expect((await ask(`0x${"ef".repeat(20)}`)).body.code).toBe("ROLLUP_FAUCET_EMPTY");
  });

  it("keeps the ABIs that its team gives, and what is none it refuses", async () => {
    const person = await web.somebody();
    const chainId = freeChainId();
    const id = await person.ordered({ purchasePlan: "FREE", chainId });
    await person.becomes(id, running);
    const address = `0x${"Dd".repeat(20)}`;
    const set = (abi: unknown) =>
      person.ask(`PUT /rollup/${id}/abi/${address}`, {
        name: "Shop",
        abi: typeof abi === "string" ? abi : JSON.stringify(abi),
      });
    const abi = [
      { type: "function", name: "buy", inputs: [{ name: "item", type: "uint256" }], stateMutability: "payable" },
    ];
    for (const wrong of ["", "{}", "[]", [{ type: "function" }], [{ ...abi[0], inputs: [{ type: "<script>" }] }]])
      expect((await set(wrong)).body.code).toBe("ROLLUP_ABI_INVALID");
    expect((await set({ contractName: "Shop", abi, bytecode: "0x" })).status).toBe(200);
    const kept = await web.call(`GET /api/raas/chain/${chainId}/abi/${address.toLowerCase()}`);
    expect(kept.body.data).toEqual({ name: "Shop", abi: JSON.stringify([{ ...abi[0], outputs: [] }].map(ordered)) });
    const bridge = await web.call(`GET /api/raas/chain/${chainId}/abi/0x${"BB".repeat(20)}`);
    expect(bridge.body.data).toMatchObject({ name: "Bridge", abi: expect.stringContaining('"withdraw"') });
    const none = await web.call(`GET /api/raas/chain/${chainId}/abi/0x${"ee".repeat(20)}`);
    expect(none.body.data).toEqual({ name: null, abi: null });
  });
});

const ordered = ({ type, name, inputs, outputs, stateMutability }: Record<string, unknown>) => ({
  type,
  name,
  inputs,
  outputs,
  stateMutability,
});

it("no request met a fault of ours", () => expect(web.faults).toEqual([]));
