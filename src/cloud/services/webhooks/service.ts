import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { testEvent, type Delivery, type Webhook, type WebhookEvent } from "../../../../resources/account/webhook.ts";
import type { Config } from "../../config.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { bareHost, createDial } from "../../engines/network/dial.ts";
import { createFetch } from "../../engines/network/fetch.ts";
import { isPrivateAddress } from "../../engines/network/private-addresses.ts";
import { AppError } from "../../app-error.ts";
import { createSecretBox } from "../secret-box.ts";
import { randomSecret } from "../secrets.ts";
import { deliver } from "./deliver.ts";
import {
  addDelivery,
  findDelivery,
  heldWebhookOf,
  newestDeliveries,
  presentDelivery,
  presentWebhook,
  requireWebhook,
  webhookOf,
} from "./store.ts";

export interface Webhooks {
  /** Sends an event to the team's webhook once the transaction commits, if the webhook is subscribed. */
  send(trx: Trx, teamId: string, event: WebhookEvent, data: object): Promise<void>;
  show(db: Db, teamId: string): Promise<{ webhook: Webhook | null; deliveries: Delivery[] }>;
  /** Saves the webhook. Returns `secret` only the first time. Throws INVALID_INPUT for a private address. */
  set(trx: Trx, teamId: string, webhook: Webhook): Promise<{ webhook: Webhook; secret: string | null }>;
  /** Returns the removed URL. */
  remove(trx: Trx, teamId: string): Promise<string | undefined>;
  /** Replaces the secret. Throws WEBHOOK_MISSING. */
  renewSecret(trx: Trx, teamId: string): Promise<{ readonly secret: string; readonly url: string }>;
  test(trx: Trx, teamId: string): Promise<Delivery>;
  redeliver(trx: Trx, teamId: string, deliveryId: string): Promise<Delivery>;
  /** Creates the delivery queue. Once per process before the first event. */
  define(): Promise<void>;
  /** Starts delivering. */
  work(): Promise<void>;
}

const queue = "webhook";
/** The last attempt is about half an hour after the first. */
const retries = 9;
const backOffSeconds = 2;
const deliverySeconds = 60;
const concurrency = 4;

type WebhookConfig = Pick<Config, "DATA_DIR" | "SECRET_KEY" | "WEBHOOK_PRIVATE_HOSTS">;

/** Creates the webhooks service: teams' webhooks and their deliveries. */
export const createWebhooks = (
  { database, jobs }: Pick<Engines, "database" | "jobs">,
  { config }: { readonly config: WebhookConfig },
): Webhooks => {
  const box = createSecretBox(config);
  const purposeOf = (teamId: string): string => `webhook of team ${teamId}`;
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
    send: async (trx, teamId, event, data) => {
      const webhook = await heldWebhookOf(trx, teamId);
      if (webhook?.active && webhook.events.includes(event))
        await send(trx, { teamId, event, body: bodyOf(teamId, event, data) });
    },
    show: async (db, teamId) => {
      const webhook = await webhookOf(db, teamId);
      const deliveries = await newestDeliveries(db, teamId);
      return { webhook: webhook ? presentWebhook(webhook) : null, deliveries: deliveries.map(presentDelivery) };
    },
    set: async (trx, teamId, webhook) => {
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
    remove: async (trx, teamId) => {
      const query = trx.deleteFrom("webhook").where("team_id", "=", teamId).returning("url");
      return (await query.executeTakeFirst())?.url;
    },
    renewSecret: async (trx, teamId) => {
      const { url } = await requireWebhook(trx, teamId);
      const secret = newSecret();
      const sealed = { secret: box.seal(purposeOf(teamId), secret), updated_at: new Date() };
      await trx.updateTable("webhook").set(sealed).where("team_id", "=", teamId).execute();
      return { secret, url };
    },
    test: async (trx, teamId) => {
      await requireWebhook(trx, teamId);
      return send(trx, { teamId, event: testEvent, body: bodyOf(teamId, testEvent, {}) });
    },
    redeliver: async (trx, teamId, deliveryId) => {
      await heldWebhookOf(trx, teamId);
      const { event, body } = await findDelivery(trx, teamId, deliveryId);
      return send(trx, { teamId, event, body });
    },
    define: () => jobs.define(queue, { concurrency, retries, expireSeconds: deliverySeconds, backOffSeconds }),
    work: () => jobs.work<{ id: string }>(queue, ({ id }) => deliver(parts, { id, lastAttempt: retries + 1 })),
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
