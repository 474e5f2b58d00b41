import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { testEvent } from "../../../../resources/account/webhook.ts";
import type { Db } from "../../engines/database/database.ts";
import { Refused } from "../../engines/network/dial.ts";
import type { Fetch } from "../../engines/network/fetch.ts";
import { prune } from "./store.ts";

export interface DeliverDeps {
  readonly db: Db;
  readonly fetch: Fetch;
  readonly secretOf: (webhook: { readonly team_id: string; readonly secret: Buffer }) => string;
}

interface Attempt {
  readonly id: string;
  /** Number of the last attempt, after which the delivery has failed. */
  readonly lastAttempt: number;
}

interface Outcome {
  readonly status: number | null;
  /** Empty on success. */
  readonly problem: string;
}

const problemMax = 300;

/** Sends one delivery to the team's current webhook. Throws if it must be retried. */
export const deliver = async (deps: DeliverDeps, { id, lastAttempt }: Attempt): Promise<void> => {
  const { db } = deps;
  const delivery = await db
    .updateTable("webhook_delivery")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), attempted_at: sql<Date>`clock_timestamp()` }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
  // Already delivered, or deleted with its webhook.
  if (!delivery) return;
  // A failure is repaired by the next delivery.
  await prune(db, delivery.team_id).catch(() => undefined);
  const webhook = await db
    .selectFrom("webhook")
    .selectAll()
    .where("team_id", "=", delivery.team_id)
    .executeTakeFirstOrThrow();
  if (!webhook.active && delivery.event !== testEvent) {
    const problem = "The webhook was turned off before delivery.";
    return settle(db, id, { state: "failed", problem });
  }

  const startedAt = performance.now();
  const { status, problem } = await post(deps, { ...delivery, url: webhook.url, secret: deps.secretOf(webhook) });
  const isOver = problem === "" || delivery.attempts >= lastAttempt;
  const ended = problem === "" ? ("delivered" as const) : ("failed" as const);
  await settle(db, id, {
    state: isOver ? ended : "waiting",
    status,
    problem,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  if (!isOver) throw new Error(`A webhook was not delivered: ${problem}`);
};

const settle = async (db: Db, id: string, values: object): Promise<void> => {
  await db.updateTable("webhook_delivery").set(values).where("id", "=", id).execute();
};

interface Message {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly url: string;
  readonly secret: string;
}

const post = async ({ fetch }: DeliverDeps, { id, event, body, url, secret }: Message): Promise<Outcome> => {
  try {
    const { status, ok } = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Freehold-Webhook/1",
        "freehold-event": event,
        "freehold-delivery": id,
        "freehold-signature": signatureOf(secret, Math.floor(Date.now() / 1000), body),
      },
      body,
    });
    return { status, problem: ok ? "" : `Response status ${status}. Expected 200 to 299.` };
  } catch (error) {
    return { status: null, problem: messageOf(error) };
  }
};

/** Returns the error message, without revealing addresses of the private network. */
const messageOf = (error: unknown): string => {
  if (error instanceof Refused) return "The URL is not on the public internet.";
  const { name, message, code = "" } = error as Error & { readonly code?: string };
  if (name === "TimeoutError" || name === "AbortError") return "The check timed out.";
  return messages[code] ?? `It could not be reached: ${message}`.slice(0, problemMax);
};

const messages: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name was not found.",
  EAI_AGAIN: "The host name lookup failed.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before a response.",
};

/**
 * Signs a message: HMAC-SHA256 over the time in Unix seconds, a full stop, and the body, in hexadecimal. The signed
 * time prevents replays.
 */
const signatureOf = (secret: string, atSeconds: number, body: string): string =>
  `t=${atSeconds},v1=${createHmac("sha256", secret).update(`${atSeconds}.${body}`).digest("hex")}`;
