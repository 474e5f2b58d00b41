/** Runs the rollup service over HTTP with real users, ledger and jobs; the test controls the engine. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { rollupRequests } from "../../../resources/operator/rollup-requests.ts";
import { rollupPublicCalls } from "../../../resources/raas/public-calls.ts";
import { rollupCalls, type RollupDetail } from "../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../resources/raas/rollups.ts";
import type { CallLine } from "../../../resources/declare/define.ts";
import type { Compilers } from "../../../src/cloud/engines/compilers/compilers.ts";
import type { Evm } from "../../../src/cloud/engines/evm/evm.ts";
import { openJobs } from "../../../src/cloud/engines/jobs/open.ts";
import type { RollupFacts, Rollups, RollupStep } from "../../../src/cloud/engines/rollups/rollups.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { createRaas } from "../../../src/cloud/raas/service.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";
import { atFileEnd } from "../file-end.ts";
import { depositLand, landUnit } from "../billing/paying-team.ts";
import { openStanding } from "../billing/unlocks.ts";
import { testWeb } from "../server/web.ts";
import { lateRoute } from "../server/late-route.ts";
import { fake } from "../fake.ts";

const steps: readonly RollupStep[] = ["KEYS", "SETTLEMENT", "GENESIS", "BRIDGE", "FIRST_BATCH", "READY"];
export const oneClick = { framework: "OP", daLayer: "SETTLEMENT", settlement: "ETHEREUM", network: "TESTNET" } as const;
export const application = { ...oneClick, network: "MAINNET", email: "ann@example.com", telegram: "@ann" } as const;
/** Not in the list of public chains. */
let nextChainId = 7_310_000_001;
export const freeChainId = (): string => String(nextChainId++);

const declared = [...rollupCalls, ...rollupPublicCalls];

export const raasWeb = async (standing = openStanding()) => {
  const operatorKey = privateKeyToAccount(generatePrivateKey());
  const answering: { routes: readonly Route[] } = { routes: [] };
  const lazily = (call: CallLine): Route => lateRoute(call, () => answering.routes);
  const lines = [...declared.map(({ call }) => call), rollups.calls.list, ...Object.values(rollupRequests.calls)];
  const web = await testWeb({
    settings: { OPERATORS: operatorKey.address },
    resources: [rollups, rollupRequests],
    calls: declared,
    routes: lines.map(lazily),
  });
  const { database, realtime, notices, auth } = web;
  const log = pino({ level: "silent" });
  const jobs = await openJobs(database, log);
  atFileEnd(() => jobs.close(0));
  const engine = scriptedRollups();
  const clock = { now: new Date() };
  const emails: { readonly teamId: string; readonly subject: string }[] = [];
  const events: { readonly teamId: string; readonly event: string; readonly data: object }[] = [];
  const service = () =>
    createRaas({
      engines: {
        database,
        jobs,
        realtime,
        evm: fake<Evm>({ chains: [fake<Evm["chains"][number]>({ chainId: 4_242 })] }),
        rollups: engine.rollups,
        compilers: fake<Compilers>({}),
      },
      standing,
      auth,
      notices,
      alerts: { toOwner: async (_trx, teamId, { subject }) => void emails.push({ teamId, subject }) },
      webhooks: { send: async (_trx, teamId, event, data) => void events.push({ teamId, event, data }) },
      log,
      dashboardUrl: () => "https://cloud.example",
      now: () => clock.now,
    });
  const raas = service();
  answering.routes = raas.routes;
  await raas.define();
  await raas.work();
  atFileEnd(async () => raas.close());

  /** Creates a user with this many million LAND. */
  const newUser = async (millions = 0n) => {
    const user = await web.signIn();
    if (millions > 0n) await depositLand(database.db, user.teamId, millions * 1_000_000n * landUnit);
    const ask = (line: string, body?: unknown) =>
      web.call(line.replace(" /", " /api/raas/"), {
        token: user.accessToken,
        ...(body !== undefined && { body }),
      });
    const data = async <T>(line: string, body?: unknown): Promise<T> => {
      const answer = await ask(line, body);
      if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
      return answer.body.data;
    };
    const order = (more: object = {}) => ({
      ...oneClick,
      name: `r${randomUUID().slice(0, 8)}`,
      chainId: freeChainId(),
      ...more,
    });
    const show = (id: string) => data<RollupDetail>(`GET /rollup/detail/${id}`);
    return {
      ...user,
      ask,
      data,
      show,
      order: (more: object = {}) => ask("POST /rollup/create", order(more)),
      ordered: async (more: object = {}) => (await data<{ id: string }>("POST /rollup/create", order(more))).id,
      pay: (rollupId: string) => ask("POST /rollup/transaction", { rollupId }),
      /** Waits until a rollup has the status. */
      becomes: (id: string, status: number) =>
        vi.waitFor(
          async () => {
            const shown = await show(id);
            if (shown.status !== status) throw new Error(`still ${shown.status}: ${shown.note}`);
            return shown;
          },
          { timeout: 20_000, interval: 50 },
        ),
      balances: () => createLedger().balances(database.db, user.teamId),
      noticeMessages: async () => (await notices.of(database.db, user.userId)).map(({ message }) => message),
    };
  };
  /** Runs due jobs as time passes. */
  const advance = async (seconds: number): Promise<number> => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
    return raas.passTime();
  };
  return { ...web, raas, service, engine, clock, emails, events, newUser, advance, operatorKey };
};

/** An engine that completes every request at once, or fails as often as configured. */
const scriptedRollups = () => {
  const requests: string[] = [];
  const faults = new Map<string, number>();
  const rollups: Rollups = {
    provider: "embedded",
    create: async ({ id, name, chainId }, onStep) => {
      requests.push(`create ${id}`);
      for (const step of steps) {
        await onStep(step);
        const left = faults.get(name) ?? 0;
        if (step === "SETTLEMENT" && left > 0) {
          faults.set(name, left - 1);
          throw new Error("The settlement chain does not answer.");
        }
      }
      return factsOf(chainId);
    },
    health: async () => ({
      awake: true,
      height: 7,
      batched: 5,
      proposed: 5,
      blockAt: 1,
      batchAt: 1,
      gasPrice: 1n,
      roles: [
        { role: "sequencer", address: `0x${"01".repeat(20)}`, balance: 10n ** 17n },
        { role: "batcher", address: `0x${"02".repeat(20)}`, balance: 10n ** 17n + 1n },
      ],
    }),
    logs: async (_id, role, from) => ({ items: [{ line: from, at: 1, content: `${role} is well` }], next: from + 1 }),
    stop: async (id) => void requests.push(`stop ${id}`),
    resume: async (id) => void requests.push(`resume ${id}`),
    remove: async (id) => void requests.push(`remove ${id}`),
    handle: async () => undefined,
    openSession: undefined,
    faucet: async (_id, address) => `0x${address.slice(2).padStart(64, "0")}`,
    fund: async (id, role) => void requests.push(`fund ${id} ${role}`),
    bridgeMoves: async () => ({ deposits: [], withdrawals: [] }),
    close: async () => undefined,
  };
  return { rollups, requests, fail: (name: string, times: number) => void faults.set(name, times) };
};

const factsOf = (chainId: number): RollupFacts => ({
  provider: "embedded",
  rpc: `/rollup/${chainId}`,
  ws: `/rollup/${chainId}`,
  contractAddress: `0x${"aa".repeat(20)}`,
  bridgeAddress: `0x${"bb".repeat(20)}`,
  config: { chainId },
  settlementName: "Ethereum (local)",
  settlementChainId: 1,
  settlementRpc: "/chain/ethereum",
  gasBlockLimit: 30_000_000n,
  withdrawPeriod: 60,
  gasToken: "ETH",
});
