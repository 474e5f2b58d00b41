/** One websocket of a rollup: requests as over HTTP, and subscriptions to new blocks and logs. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { rollupSubscriptionsPerSocket } from "../../../../../resources/raas/limits.ts";
import { fitsFilter, type Follower, type NewBlock } from "../../evm/rpc/follower.ts";
import { notJson } from "../../evm/rpc/json-rpc.ts";
import type { RollupClient, RollupSession } from "../rollups.ts";
import { parseJson } from "../../network/parse-json.ts";

export interface SessionDeps {
  readonly client: Pick<RollupClient, "send">;
  readonly follower: Follower;
  /** Answers a request as over HTTP. */
  answer(request: unknown): Promise<unknown>;
}

const subscriptionCall = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number(), z.null()]).default(null),
  method: z.enum(["eth_subscribe", "eth_unsubscribe"]),
  params: z.array(z.unknown()).max(2).default([]),
});

export const createSession = ({ client: { send }, follower, answer }: SessionDeps): RollupSession => {
  const subscriptions = new Map<string, () => void>();

  const listenerOf =
    (subscription: string, [kind, filter]: readonly unknown[]) =>
    ({ header, logs }: NewBlock): void => {
      const results = kind === "logs" ? logs.filter((log) => fitsFilter(log, filter)) : [header];
      for (const result of results)
        send({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } });
    };

  const subscribe = async (params: readonly unknown[]): Promise<string> => {
    const [kind] = params;
    if (kind !== "newHeads" && kind !== "logs")
      throw new Refusal("Only newHeads and logs subscriptions are supported.");
    if (subscriptions.size >= rollupSubscriptionsPerSocket)
      throw new Refusal(`A connection can have up to ${rollupSubscriptionsPerSocket} subscriptions.`);
    const id = `0x${randomBytes(16).toString("hex")}`;
    subscriptions.set(id, () => undefined);
    const stop = await follower.follow(listenerOf(id, params), kind === "logs");
    // The connection may have ended in the meantime.
    if (subscriptions.has(id)) subscriptions.set(id, stop);
    else stop();
    return id;
  };

  const unsubscribe = ([id]: readonly unknown[]): boolean => {
    subscriptions.get(String(id))?.();
    return subscriptions.delete(String(id));
  };

  return {
    take: async (message) => {
      const request = parseJson(message);
      if (request === undefined) return send(notJson());
      const call = subscriptionCall.safeParse(request);
      if (!call.success) {
        const answered = await answer(request);
        if (answered !== undefined) send(answered as object);
        return;
      }
      const { id, method, params } = call.data;
      try {
        const result = method === "eth_subscribe" ? await subscribe(params) : unsubscribe(params);
        send({ jsonrpc: "2.0", id, result });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        send({ jsonrpc: "2.0", id, error: { code: -32_602, message: error.message } });
      }
    },
    close: () => {
      subscriptions.forEach((stop) => stop());
      subscriptions.clear();
    },
  };
};

class Refusal extends Error {}
