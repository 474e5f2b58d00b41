/**
 * The exchange's advertising partner: told by the server who came by it (an event report of a click), and who of them did something
 * here (a conversion report). Nothing is kept or sent without PARTNER_URL and PARTNER_KEY; the key never reaches a browser.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Campaigns } from "../../../../../resources/boost/start-param.ts";
import type { Config } from "../../../config.ts";
import type { Database, Trx } from "../../../engines/database/database.ts";
import { createDial } from "../../../engines/network/dial.ts";
import { createFetch } from "../../../engines/network/fetch.ts";
import { authorityOf } from "../../authority-of.ts";
import { keepLooking, type Watch } from "../../keep-looking.ts";
import { sendDue } from "./send-due.ts";
import "./tables.ts";

export interface PartnerHost {
  /** Production or staging, without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** undefined unless both settings are there. */
export const partnerHostOf = ({
  PARTNER_URL: url,
  PARTNER_KEY: key,
}: Pick<Config, "PARTNER_URL" | "PARTNER_KEY">): PartnerHost | undefined =>
  url === undefined || key === undefined ? undefined : { url: url.replace(/\/+$/, ""), key };

export interface Partner {
  /** Somebody has joined from the messaging app by the partner's campaigns: a click, reported once for each node. */
  joined(trx: Trx, user: Campaigns & { readonly nodeId: string; readonly telegramUserId: number }): Promise<void>;
  /** A node has done something that counts: a conversion, reported once of those who came by the partner. */
  converted(trx: Trx, nodeId: string): Promise<void>;
  /** Sends what is due from now on; several processes may. */
  work(): void;
  /** Sends all that is due now. For tests. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly database: Pick<Database, "db">;
  readonly host: PartnerHost | undefined;
  readonly log: Logger;
}

const pauseMs = 5_000;

export const createPartner = ({ database: { db }, host, log }: Parts): Partner => {
  if (!host) return { joined: nothing, converted: nothing, work: () => undefined, look: nothing, close: nothing };
  // Whoever runs the cloud has named it, so it is reached wherever it is.
  const fetch = createFetch(createDial(process.env, undefined, [authorityOf(host.url)]));
  let watch: Watch | undefined;

  const report = async (trx: Trx, path: string, body: object): Promise<void> => {
    await trx
      .insertInto("boost_partner_report")
      .values({ id: randomUUID(), path, body: JSON.stringify(body) })
      .execute();
  };
  const look = async (): Promise<void> => {
    while (await sendDue({ db, host, fetch, log }));
  };

  return {
    joined: async (trx, { nodeId, telegramUserId, inExchangeCampaignId, outExchangeCampaignId }) => {
      const known = await trx
        .insertInto("boost_partner_user")
        .values({ node_id: nodeId, telegram_user_id: String(telegramUserId), converted_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning("node_id")
        .executeTakeFirst();
      if (!known) return;
      const eventData = { telegramUserId, inExchangeCampaignId, outExchangeCampaignId };
      await report(trx, "/event", { eventType: "click", eventData });
    },
    converted: async (trx, nodeId) => {
      const user = await trx
        .updateTable("boost_partner_user")
        .set({ converted_at: new Date() })
        .where("node_id", "=", nodeId)
        .where("converted_at", "is", null)
        .returning("telegram_user_id")
        .executeTakeFirst();
      if (user) await report(trx, "/conversion", { telegramUserId: Number(user.telegram_user_id) });
    },
    work: () => {
      const failed = "Reports to the advertising partner could not be looked for";
      watch = keepLooking({ look: () => look().then(() => pauseMs), failedMs: pauseMs, failed, log });
    },
    look,
    close: async () => watch?.close(),
  };
};

const nothing = async (): Promise<void> => undefined;
