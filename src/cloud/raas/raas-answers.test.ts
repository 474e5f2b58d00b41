import { sql } from "kysely";
import { beforeAll, describe, expect, it, test } from "vitest";
import { rollupFaucetCoins } from "../../../resources/raas/limits.ts";
import { freeChainId, raasWeb } from "../../../tests/support/chains/raas.ts";
import { landUnit } from "../../../tests/support/billing/paying-team.ts";

let web: Awaited<ReturnType<typeof raasWeb>>;
beforeAll(async () => {
  web = await raasWeb();
});

const million = 1_000_000n * landUnit;
const [running, terminated] = [3, 4];
const day = 86_400;

describe("an application", () => {
  const handed = {
    answer: "HAND_OVER",
    provider: "Stack & Sons",
    rpc: "https://rpc.stack.example",
    explorer: "https://scan.stack.example",
    contract: `0x${"c0".repeat(20)}`,
  };

  it("is reported to operators, offered at a price, paid for and handed over", async () => {
    const user = await web.newUser(50n);
    const operator = await web.signIn(web.operatorKey);
    const answer = (id: string, body: object, token = operator.accessToken) =>
      web.call(`PUT /api/raas/operator/rollups/${id}`, { token, body });
    const application = {
      network: "MAINNET",
      daLayer: "ARWEAVE",
      email: "ann@example.com",
      telegram: "@ann",
      name: "Vast",
    };
    const id = await user.ordered(application);
    expect((await user.show(id)).status).toBe(0);
    const news = await web.notices.of(web.database.db, operator.userId);
    expect(news[0]).toMatchObject({
      message: expect.stringContaining("applied for rollup Vast"),
      url: `/operator/rollups/${id}/edit`,
    });
    expect((await answer(id, { answer: "OFFER", land: "30000000", days: 30 }, user.accessToken)).status).toBe(404);
    expect((await answer(id, { answer: "OFFER" })).status).toBe(422);
    expect((await user.pay(id)).body.code).toBe("ROLLUP_NOT_PAYABLE");
    expect((await answer(id, { answer: "OFFER", land: "30000000", days: 30 })).body.data).toMatchObject({
      state: "unpaid",
    });
    await user.pay(id);
    expect((await user.show(id)).status).toBe(2);
    expect((await user.balances()).balance).toBe(20n * million);
    expect((await answer(id, { ...handed, chainId: "137" })).status).toBe(422);
    const chainId = freeChainId();
    expect((await answer(id, { ...handed, chainId })).body.data).toMatchObject({ state: "online" });
    const shown = await user.show(id);
    expect(shown).toMatchObject({
      status: running,
      chainId,
      detail: { provider: "Stack & Sons", rpc: handed.rpc, blockExplorer: handed.explorer },
    });
    expect(shown.expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + 30 * day);
    const seen = (await web.call(`GET /api/raas/chain/${chainId}`)).body.data;
    expect(seen).toMatchObject({ name: "Vast", faucet: false, settlement: { name: "Ethereum", chainId: "1" } });
    expect((await user.ask(`GET /rollup/${id}/health`)).body.code).toBe("ROLLUP_ELSEWHERE");
    expect((await user.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).body.code).toBe("ROLLUP_BY_AGREEMENT");
  });

  it("that was handed over is extended by its operator, even after it expired", async () => {
    const user = await web.newUser(50n);
    const operator = await web.signIn(web.operatorKey);
    const id = await user.ordered({ network: "MAINNET", email: "a@example.com", telegram: "@a" });
    const answer = (body: object) =>
      web.call(`PUT /api/raas/operator/rollups/${id}`, { token: operator.accessToken, body });
    expect((await answer({ answer: "PROLONG", days: 5 })).status).toBe(422);
    await answer({ answer: "OFFER", land: "30000000", days: 30 });
    await user.pay(id);
    await answer({ ...handed, chainId: freeChainId() });
    const { expirationAt } = await user.show(id);
    expect((await answer({ answer: "PROLONG" })).status).toBe(422);
    expect((await answer({ answer: "PROLONG", days: 5 })).body.data).toMatchObject({ state: "online" });
    expect((await user.show(id)).expirationAt).toBe(expirationAt! + 5 * day);
    const ended = new Date(web.clock.now.getTime() - 1000);
    await web.database.db.updateTable("rollup").set({ expires_at: ended }).where("id", "=", id).execute();
    await web.raas.passTime();
    expect((await user.show(id)).status).toBe(terminated);
    await answer({ answer: "PROLONG", days: 3 });
    const again = await user.show(id);
    expect(again.status).toBe(running);
    expect(again.expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + 3 * day);
  });

  it("that is declined after payment refunds the LAND", async () => {
    const user = await web.newUser(50n);
    const operator = await web.signIn(web.operatorKey);
    const id = await user.ordered({ network: "MAINNET", email: "a@example.com", telegram: "@a" });
    const answer = (body: object) =>
      web.call(`PUT /api/raas/operator/rollups/${id}`, { token: operator.accessToken, body });
    await answer({ answer: "OFFER", land: "30000000", days: 30 });
    await user.pay(id);
    expect((await user.ask(`POST /rollup/${id}/terminate`)).body.code).toBe("ROLLUP_BEING_MADE");
    expect((await answer({ answer: "DECLINE" })).status).toBe(422);
    expect((await answer({ answer: "DECLINE", note: "No stack has room." })).status).toBe(200);
    expect(await user.show(id)).toMatchObject({ status: terminated, note: "No stack has room." });
    expect((await user.balances()).balance).toBe(50n * million);
    const list = await web.call("GET /api/raas/operator/rollups?state=ended&kind=APPLICATION", {
      token: operator.accessToken,
    });
    expect(JSON.stringify(list.body.data)).toContain(id);
  });
});

test("operators see trials, which last hours, in their list", async () => {
  const user = await web.newUser();
  const id = await user.ordered({ purchasePlan: "FREE" });
  const { accessToken: token } = await web.signIn(web.operatorKey);
  const { status, body } = await web.call("GET /api/raas/operator/rollups", { token });
  expect(status).toBe(200);
  const { items } = body.data as { items: { id: string; kind: string; days?: number }[] };
  const trial = items.find((item) => item.id === id);
  expect(trial).toMatchObject({ kind: "AT_ONCE" });
  expect(trial).not.toHaveProperty("days");
});

describe("a running rollup", () => {
  it("of another team is not found", async () => {
    const [user, other] = [await web.newUser(), await web.newUser()];
    const id = await user.ordered({ purchasePlan: "FREE" });
    await user.becomes(id, running);
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
    expect(await user.data("GET /rollup")).toMatchObject({ count: 1, detail: [{ id, fastDeploy: true }] });
  });

  it("warns of a role with at most 0.1 of the coin, and funds it", async () => {
    const user = await web.newUser();
    const id = await user.ordered({ purchasePlan: "FREE" });
    await user.becomes(id, running);
    const { roles } = await user.data<{ roles: object[] }>(`GET /rollup/${id}/health`);
    expect(roles).toMatchObject([
      { role: "sequencer", low: true },
      { role: "batcher", low: false },
    ]);
    await user.data(`POST /rollup/${id}/sequencer/fund`);
    expect(web.engine.requests).toContain(`fund ${id} sequencer`);
    expect(await user.data(`GET /rollup/${id}/batcher/logs?from=4`)).toEqual({
      items: [{ line: 4, at: 1, content: "batcher is well" }],
      next: 5,
    });
    expect((await user.ask(`GET /rollup/${id}/prover/logs`)).status).toBe(404);
  });

  it("gives an address one coin a day, and all addresses at most 500", async () => {
    const user = await web.newUser();
    const chainId = freeChainId();
    await user.becomes(await user.ordered({ purchasePlan: "FREE", chainId }), running);
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

  it("stores the ABIs of its team and refuses invalid ones", async () => {
    const user = await web.newUser();
    const chainId = freeChainId();
    const id = await user.ordered({ purchasePlan: "FREE", chainId });
    await user.becomes(id, running);
    const address = `0x${"Dd".repeat(20)}`;
    const set = (abi: unknown) =>
      user.ask(`PUT /rollup/${id}/abi/${address}`, {
        name: "Shop",
        abi: typeof abi === "string" ? abi : JSON.stringify(abi),
      });
    const abi = [
      { type: "function", name: "buy", inputs: [{ name: "item", type: "uint256" }], stateMutability: "payable" },
    ];
    for (const wrong of ["", "{}", "[]", [{ type: "function" }], [{ ...abi[0], inputs: [{ type: "<script>" }] }]])
      expect((await set(wrong)).body.code).toBe("ROLLUP_ABI_INVALID");
    expect((await set({ contractName: "Shop", abi, bytecode: "0x" })).status).toBe(200);
    const response = await web.call(`GET /api/raas/chain/${chainId}/abi/${address.toLowerCase()}`);
    expect(response.body.data).toEqual({
      name: "Shop",
      abi: JSON.stringify([{ ...abi[0], outputs: [] }].map(ordered)),
      match: null,
    });
    const bridge = await web.call(`GET /api/raas/chain/${chainId}/abi/0x${"BB".repeat(20)}`);
    expect(bridge.body.data).toMatchObject({ name: "Bridge", abi: expect.stringContaining('"withdraw"') });
    const none = await web.call(`GET /api/raas/chain/${chainId}/abi/0x${"ee".repeat(20)}`);
    expect(none.body.data).toEqual({ name: null, abi: null, match: null });
  });
});

const ordered = ({ type, name, inputs, outputs, stateMutability }: Record<string, unknown>) => ({
  type,
  name,
  inputs,
  outputs,
  stateMutability,
});

it("no request caused a server error", () => expect(web.faults).toEqual([]));
