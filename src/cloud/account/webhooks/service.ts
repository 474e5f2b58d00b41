import { randomUUID, createHmac } from "node:crypto";
import { isIP } from "node:net";
import { sql } from "kysely";
import { testEvent, type Delivery, type Webhook, type WebhookEvent } from "../../../../resources/account/webhook.ts";
import type { Config } from "../../config.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { bareHost, createDial, Refused } from "../../engines/network/dial.ts";
import { createFetch, type Fetch } from "../../engines/network/fetch.ts";
import { isPrivateAddress } from "../../engines/network/private-addresses.ts";
import { AppError } from "../../kernel/app-error.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import { randomSecret } from "../../kernel/secrets.ts";
import {
  addDelivery,
  findDelivery,
  heldWebhookOf,
  newestDeliveries,
  presentDelivery,
  presentWebhook,
  requireWebhook,
  webhookOf,
  prune,
} from "./store.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export type Webhooks = ReturnType<typeof createWebhooks>;

const queue = "webhook";
/** The last attempt is about half an hour after the first. */
const retries = 9;
const backOffSeconds = 2;
const deliverySeconds = 60;
const concurrency = 4;

type WebhookConfig = Pick<Config, "DATA_DIR" | "SECRET_KEY" | "WEBHOOK_PRIVATE_HOSTS">;

const purposeOf = (teamId: string): string => `webhook of team ${teamId}`;

export const sealedWebhookSecrets: SealedColumn = {
  table: "webhook",
  column: "secret",
  key: "team_id",
  purpose: purposeOf,
};

/** Creates the webhooks service: teams' webhooks and their deliveries. */
export const createWebhooks = (
  { database, jobs }: Pick<Engines, "database" | "jobs">,
  { config }: { readonly config: WebhookConfig },
) => {
  const box = createSecretBox(config);
  const parts = {
    db: database.db,
    fetch: createFetch(createDial(process.env, undefined, config.WEBHOOK_PRIVATE_HOSTS)),
    secretOf: ({ team_id, secret }: { team_id: string; secret: Buffer }) => box.open(purposeOf(team_id), secret),
  };

  const send = async (trx: Trx, message: Parameters<typeof addDelivery>[1]): Promise<Delivery> => {
    const row = await addDelivery(trx, message);
    await jobs.send(trx, queue, { id: row.id }, { key: row.id });
    return presentDelivery(row);
  };

  return {
    /** Sends an event to the team's webhook once the transaction commits, if the webhook is subscribed. */
    send: async (trx: Trx, teamId: string, event: WebhookEvent, data: object): Promise<void> => {
      const webhook = await heldWebhookOf(trx, teamId);
      if (webhook?.active && webhook.events.includes(event))
        await send(trx, { teamId, event, body: bodyOf(teamId, event, data) });
    },
    show: async (db: Db, teamId: string): Promise<{ webhook: Webhook | null; deliveries: Delivery[] }> => {
      const webhook = await webhookOf(db, teamId);
      const deliveries = await newestDeliveries(db, teamId);
      return { webhook: webhook ? presentWebhook(webhook) : null, deliveries: deliveries.map(presentDelivery) };
    },
    /** Saves the webhook. Returns `secret` only the first time. Throws INVALID_INPUT for a private address. */
    set: async (trx: Trx, teamId: string, webhook: Webhook): Promise<{ webhook: Webhook; secret: string | null }> => {
      refusePrivate(webhook.url, config.WEBHOOK_PRIVATE_HOSTS);
      const secret = newSecret();
      const values = { ...webhook, events: [...new Set(webhook.events)] };
      const made = await trx
        .insertInto("webhook")
        .values({ team_id: teamId, ...values, secret: box.seal(purposeOf(teamId), secret) })
        .onConflict((conflict) => conflict.column("team_id").doNothing())
        .returning("team_id")
        .executeTakeFirst();
      if (!made) {
        const changed = { ...values, updated_at: new Date() };
        await trx.updateTable("webhook").set(changed).where("team_id", "=", teamId).execute();
      }
      return { webhook: values, secret: made ? secret : null };
    },
    /** Returns the removed URL. */
    remove: async (trx: Trx, teamId: string): Promise<string | undefined> => {
      const query = trx.deleteFrom("webhook").where("team_id", "=", teamId).returning("url");
      return (await query.executeTakeFirst())?.url;
    },
    /** Replaces the secret. Throws WEBHOOK_MISSING. */
    renewSecret: async (trx: Trx, teamId: string): Promise<{ readonly secret: string; readonly url: string }> => {
      const { url } = await requireWebhook(trx, teamId);
      const secret = newSecret();
      const sealed = { secret: box.seal(purposeOf(teamId), secret), updated_at: new Date() };
      await trx.updateTable("webhook").set(sealed).where("team_id", "=", teamId).execute();
      return { secret, url };
    },
    test: async (trx: Trx, teamId: string): Promise<Delivery> => {
      await requireWebhook(trx, teamId);
      return send(trx, { teamId, event: testEvent, body: bodyOf(teamId, testEvent, {}) });
    },
    redeliver: async (trx: Trx, teamId: string, deliveryId: string): Promise<Delivery> => {
      await heldWebhookOf(trx, teamId);
      const { event, body } = await findDelivery(trx, teamId, deliveryId);
      return send(trx, { teamId, event, body });
    },
    /** Creates the delivery queue. Once per process before the first event. */
    define: (): Promise<void> =>
      jobs.define(queue, { concurrency, retries, expireSeconds: deliverySeconds, backOffSeconds }),
    /** Starts delivering. */
    work: (): Promise<void> =>
      jobs.work<{ id: string }>(queue, ({ id }) => deliver(parts, { id, lastAttempt: retries + 1 })),
  };
};

/** `id` is the same for redeliveries, so that receivers can deduplicate. */
const bodyOf = (teamId: string, event: string, data: object): string =>
  JSON.stringify({ id: randomUUID(), event, teamId, createdAt: Math.floor(Date.now() / 1000), data });

const newSecret = (): string => `whsec_${randomSecret()}`;

/** Rejects URLs that every delivery would refuse; host names are resolved on delivery. */
const refusePrivate = (address: string, exceptions: readonly string[]): void => {
  const { hostname, host } = new URL(address);
  const name = bareHost(hostname);
  const isPrivate = name === "localhost" || name.endsWith(".localhost") || (isIP(name) !== 0 && isPrivateAddress(name));
  if (!isPrivate || exceptions.includes(name) || exceptions.includes(host)) return;
  throw new AppError("INVALID_INPUT", {
    fields: { url: ["This URL is on a private network. Use a public URL."] },
  });
};

interface DeliverDeps {
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
const deliver = async (deps: DeliverDeps, { id, lastAttempt }: Attempt): Promise<void> => {
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
