/** A websocket of a key: requests as over HTTP, and subscriptions to new blocks and logs. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { unitsOf, unitsPerEvent } from "../../../../resources/rpc/compute-units.ts";
import { rpcRefusals } from "../../../../resources/rpc/errors.ts";
import { rpcSubscriptionsPerSocket } from "../../../../resources/rpc/limits.ts";
import { fitsFilter, type NewBlock } from "../../engines/evm/rpc/follower.ts";
import type { Answered } from "./counts.ts";
import type { Follower } from "./follower.ts";
import { RpcRefusal, type Entered, type Gateway, type Refused } from "./gateway.ts";
import { parseJson } from "../../engines/network/parse-json.ts";

export interface Session {
  /** Answers a message. */
  take(message: string): Promise<void>;
  close(): void;
}

export interface SessionDeps {
  readonly gateway: Pick<Gateway, "answer" | "admit" | "reserve">;
  readonly follower: Follower;
  note(answered: Answered): void;
  /** Checks access for each message and event: the key may have been deactivated since. */
  enter(): Promise<Entered | Refused>;
  send(message: object): void;
  /** Closes the connection with a reason. */
  end(reason: string): void;
}

const subscriptionCall = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number(), z.null()]).default(null),
  method: z.enum(["eth_subscribe", "eth_unsubscribe"]),
  params: z.array(z.unknown()).max(2).default([]),
});
type SubscriptionCall = z.output<typeof subscriptionCall>;
const eventMethod = "eth_subscription";

export const createSession = ({ gateway, follower, note, enter, send, end }: SessionDeps): Session => {
  const subscriptions = new Map<string, () => void>();
  /** Sends events in order. */
  let sending: Promise<void> = Promise.resolve();

  const entered = async (): Promise<Entered | undefined> => {
    const outcome = await enter();
    if (!("status" in outcome)) return outcome;
    end(outcome.error.message);
    return undefined;
  };

  const deliver = async (id: string, result: unknown): Promise<void> => {
    const here = await entered();
    if (!here || !subscriptions.has(id)) return;
    try {
      const reserved = await gateway.reserve(here.key, unitsPerEvent);
      send({ jsonrpc: "2.0", method: eventMethod, params: { subscription: id, result } });
      reserved.charge();
      const where = { teamId: here.key.team_id, keyId: here.key.id, chain: here.reader.chain.id };
      note({ ...where, method: eventMethod, ms: 0, units: unitsPerEvent, cached: false });
    } catch (error) {
      end(error instanceof RpcRefusal ? error.message : "Internal server error.");
    }
  };

  const listenerOf = (id: string, [kind, filter]: readonly unknown[]) => {
    const resultsOf = ({ header, logs }: NewBlock): readonly unknown[] =>
      kind === "logs" ? logs.filter((log) => fitsFilter(log, filter)) : [header];
    return (block: NewBlock): void => {
      for (const result of resultsOf(block)) sending = sending.then(() => deliver(id, result));
    };
  };

  const subscribe = async ({ key }: Entered, params: readonly unknown[]): Promise<string> => {
    const [kind] = params;
    if (kind !== "newHeads" && kind !== "logs")
      throw new RpcRefusal("paramsInvalid", "Only newHeads and logs subscriptions are supported.");
    const type = key.guard.refusedRequest({ method: "eth_subscribe", params });
    if (type) throw new RpcRefusal("contractRefused", `This key's allowlist does not include this ${type}.`);
    if (subscriptions.size >= rpcSubscriptionsPerSocket)
      throw new RpcRefusal("tooManyOpen", `A connection can have up to ${rpcSubscriptionsPerSocket} subscriptions.`);
    const reserved = await gateway.admit(key, unitsOf("eth_subscribe"));
    const id = `0x${randomBytes(16).toString("hex")}`;
    try {
      subscriptions.set(id, await follower.follow(listenerOf(id, params), kind === "logs"));
    } catch {
      reserved.release();
      throw new RpcRefusal("noNode", "No node of this chain is available. Try again.");
    }
    reserved.charge();
    return id;
  };

  const unsubscribe = async ({ key }: Entered, [id]: readonly unknown[]): Promise<boolean> => {
    (await gateway.admit(key, unitsOf("eth_unsubscribe"))).charge();
    const stop = subscriptions.get(String(id));
    stop?.();
    return subscriptions.delete(String(id));
  };

  const answerSubscription = async (here: Entered, { id, method, params }: SubscriptionCall): Promise<void> => {
    const start = performance.now();
    const { key, reader } = here;
    const counted = { teamId: key.team_id, keyId: key.id, chain: reader.chain.id, method, cached: false };
    const passed = (): number => performance.now() - start;
    try {
      const result = await (method === "eth_subscribe" ? subscribe(here, params) : unsubscribe(here, params));
      note({ ...counted, ms: passed(), units: unitsOf(method) });
      send({ jsonrpc: "2.0", id, result });
    } catch (fault) {
      const { code, message } = fault instanceof RpcRefusal ? fault : new RpcRefusal("fault", "Internal server error.");
      note({ ...counted, ms: passed(), units: 0, error: { code, message } });
      send({ jsonrpc: "2.0", id, error: { code, message } });
    }
  };

  return {
    take: async (message) => {
      const here = await entered();
      if (!here) return;
      const parsedMessage = parseJson(message);
      if (parsedMessage === undefined) {
        send({ jsonrpc: "2.0", id: null, error: { code: rpcRefusals.notJson.code, message: "Invalid JSON." } });
        return;
      }
      const call = subscriptionCall.safeParse(parsedMessage);
      if (call.success) return answerSubscription(here, call.data);
      const { body } = await gateway.answer(here, parsedMessage);
      if (body !== undefined) send(body as object);
    },
    close: () => {
      subscriptions.forEach((stop) => stop());
      subscriptions.clear();
    },
  };
};
