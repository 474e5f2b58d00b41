/**
 * An external rollup stack, over HTTP and JSON. See docs/operate/rollup-stack.md.
 * Amounts are decimal strings of wei, times integer Unix seconds.
 */
import { evmAddressPattern } from "../../../../../resources/declare/patterns.ts";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { rollupRoles } from "../../../../../resources/raas/rollups.ts";
import { RollupGone, type RollupOrder, type Rollups, type RollupStep } from "../rollups.ts";
import { fetchConfigured } from "../../network/fetch.ts";

export interface RemoteRollupsOptions {
  /** Base URL, with or without a trailing slash. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  readonly pollMs?: number;
}

const patienceMs = 20_000;
const defaultPollMs = 3_000;
const steps = ["QUEUED", "KEYS", "SETTLEMENT", "GENESIS", "BRIDGE", "FIRST_BATCH", "READY"] as const;

const wei = z.string().regex(/^\d+$/).transform(BigInt);
const seconds = z.int().min(0);
const httpUrl = z.url({ protocol: /^https?$/ });
const address = z.string().regex(evmAddressPattern);
const facts = z.object({
  provider: z.string().min(1).max(60),
  rpc: httpUrl,
  ws: z.url({ protocol: /^wss?$/ }).nullable(),
  contractAddress: address,
  bridgeAddress: address.nullable(),
  config: z.record(z.string(), z.unknown()),
  settlementName: z.string().min(1).max(100),
  settlementChainId: z.int().min(1),
  settlementRpc: httpUrl,
  gasBlockLimit: wei,
  withdrawPeriod: seconds,
  gasToken: z.string().min(1).max(20),
  blockExplorer: httpUrl.optional(),
  bridge: httpUrl.optional(),
});
const making = z.discriminatedUnion("state", [
  z.object({ state: z.literal("making"), step: z.enum(steps) }),
  z.object({ state: z.literal("ready"), facts }),
  z.object({ state: z.literal("failed"), reason: z.string().min(1).max(500) }),
]);
const health = z.object({
  awake: z.boolean(),
  height: z.int(),
  batched: z.int(),
  proposed: z.int(),
  blockAt: seconds.nullable(),
  batchAt: seconds.nullable(),
  gasPrice: wei,
  roles: z.array(z.object({ role: z.enum(rollupRoles), address, balance: wei })),
});
const logs = z.object({
  items: z.array(z.object({ line: z.int(), at: seconds, content: z.string().max(2_000) })).max(500),
  next: z.int(),
});
const moves = z.object({
  deposits: z.array(
    z.object({
      index: z.int(),
      to: address,
      amount: wei,
      hash: z.string(),
      createdAt: seconds,
      paidHash: z.string().nullable(),
    }),
  ),
  withdrawals: z.array(
    z.object({
      index: z.int(),
      from: address,
      to: address,
      amount: wei,
      hash: z.string(),
      block: z.int(),
      createdAt: seconds,
      state: z.enum(["waiting", "ready", "paid"]),
      readyAt: seconds.nullable(),
      proof: z.object({ output: z.int(), siblings: z.array(z.string()) }).nullable(),
    }),
  ),
});

/** Opens rollups on the stack at `url`. Sends no request before the first use. */
export const openRemoteRollups = ({ url, key, pollMs = defaultPollMs }: RemoteRollupsOptions): Rollups => {
  const base = url.replace(/\/$/, "");
  const closing = new AbortController();

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetchConfigured(`${base}/rollups/${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)]),
    }).catch((error: unknown) => {
      throw new Error("Can't reach the rollup stack. Try again.", { cause: error });
    });
    if (response.status === 404) throw new RollupGone();
    if (!response.ok) throw new Error(`The rollup stack answered ${response.status}.`);
    return response.status === 204 ? undefined : response.json();
  };

  const create = async (order: RollupOrder, onStep: (step: RollupStep) => Promise<void>) => {
    let lastStep: RollupStep | undefined;
    // Idempotent: the order's ID identifies an accepted order.
    for (let answer = await ask("PUT", order.id, order); ; answer = await ask("GET", order.id)) {
      const now = understood(making, answer);
      if (now.state === "failed") throw new Error(now.reason);
      const step = now.state === "ready" ? "READY" : now.step;
      if (step !== lastStep) await onStep(step);
      lastStep = step;
      if (now.state === "ready") return factsOf(now.facts);
      await delay(pollMs, undefined, { signal: closing.signal });
    }
  };

  return {
    provider: new URL(base).host,
    create,
    health: async (id) => understood(health, await ask("GET", `${id}/health`)),
    logs: async (id, role, from, to) => {
      const until = to === undefined ? "" : `&to=${to}`;
      return understood(logs, await ask("GET", `${id}/logs/${role}?from=${from}${until}`));
    },
    stop: async (id) => void (await ask("POST", `${id}/stop`).catch(ignoreMissing)),
    resume: async (id) => void (await ask("POST", `${id}/resume`)),
    remove: async (id) => void (await ask("DELETE", id).catch(ignoreMissing)),
    handle: undefined,
    openSession: undefined,
    faucet: undefined,
    fund: undefined,
    bridgeMoves: async (id, of) => understood(moves, await ask("GET", `${id}/bridge/${of}`)),
    close: async () => closing.abort(),
  };
};

const understood = <T extends z.ZodType>(schema: T, answer: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(answer);
  if (error) throw new Error("The rollup stack returned an invalid answer.", { cause: error });
  return data!;
};

/** Omits optional fields instead of setting them to undefined. */
const factsOf = ({ blockExplorer, bridge, ...rest }: z.output<typeof facts>) => ({
  ...rest,
  ...(blockExplorer !== undefined && { blockExplorer }),
  ...(bridge !== undefined && { bridge }),
});

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof RollupGone)) throw error;
};
