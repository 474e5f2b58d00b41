import type { Generated } from "kysely";
import type { Delivery, WebhookEvent } from "../../../../resources/account/webhook.ts";

/** The address that a team wants told of what happens. */
export interface WebhookTable {
  team_id: string;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  /** Sealed: it must be read again to sign. */
  secret: Buffer;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface WebhookDeliveryTable {
  id: string;
  team_id: string;
  event: string;
  /** The JSON text, as it is signed and sent. */
  body: string;
  state: Generated<Delivery["state"]>;
  attempts: Generated<number>;
  status: number | null;
  problem: Generated<string>;
  duration_ms: number | null;
  created_at: Generated<Date>;
  attempted_at: Date | null;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    webhook: WebhookTable;
    webhook_delivery: WebhookDeliveryTable;
  }
}
