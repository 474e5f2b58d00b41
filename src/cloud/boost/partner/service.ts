/**
 * Reports to the advertising partner from the server: users who came through it (click events) and their actions (conversions). Nothing is
 * stored or sent without PARTNER_URL and PARTNER_KEY; the key never reaches a browser.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Campaigns } from "../../../../resources/boost/nodes/start-param.ts";
import type { Config } from "../../config.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import { dialTo } from "../../engines/network/dial.ts";
import { createFetch } from "../../engines/network/fetch.ts";
import type { Duty } from "../../kernel/duties.ts";
import { sendDue, type PartnerHost } from "./send-due.ts";

/** undefined unless both settings are set. */
export const partnerHostOf = ({
  PARTNER_URL: url,
  PARTNER_KEY: key,
}: Pick<Config, "PARTNER_URL" | "PARTNER_KEY">): PartnerHost | undefined =>
  url === undefined || key === undefined ? undefined : { url: url.replace(/\/+$/, ""), key };

export interface Partner {
  /** A user joined from the messaging app through a campaign of the partner: a click, reported once per node. */
  joined(trx: Trx, user: Campaigns & { readonly nodeId: string; readonly telegramUserId: number }): Promise<void>;
  /** A node did something that counts: a conversion, reported once for users from the partner. */
  converted(trx: Trx, nodeId: string): Promise<void>;
  readonly duties: readonly Duty[];
  /** Sends all due reports now. For tests. */
  poll(): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly host: PartnerHost | undefined;
  readonly log: Logger;
}

export const createPartner = ({ database: { db }, host, log }: Deps): Partner => {
  if (!host) return { joined: nothing, converted: nothing, poll: nothing, duties: [] };
  const fetch = createFetch(dialTo([host.url]));

  const report = async (trx: Trx, path: string, body: object): Promise<void> => {
    await trx
      .insertInto("boost_partner_report")
      .values({ id: randomUUID(), path, body: JSON.stringify(body) })
      .execute();
  };
  const poll = async (): Promise<void> => {
    while (await sendDue({ db, host, fetch, log }));
  };

  return {
    joined: async (trx, { nodeId, telegramUserId, inExchangeCampaignId, outExchangeCampaignId }) => {
      const partnerUser = await trx
        .insertInto("boost_partner_user")
        .values({ node_id: nodeId, telegram_user_id: String(telegramUserId), converted_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning("node_id")
        .executeTakeFirst();
      if (!partnerUser) return;
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
    poll,
    duties: [{ name: "Report to the advertising partner", every: "5 s", scope: "cluster", run: poll }],
  };
};

const nothing = async (): Promise<void> => undefined;
