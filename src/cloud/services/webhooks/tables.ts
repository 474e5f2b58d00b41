import type { Generated } from "kysely";
import type { Delivery, WebhookEvent } from "../../../../resources/account/webhook.ts";

/** A team's webhook. */
export interface WebhookTable {
  team_id: string;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  /** Sealed, not hashed: it is needed to sign. */
  secret: Buffer;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface WebhookDeliveryTable {
  id: string;
  team_id: string;
  event: string;
  /** JSON text exactly as signed and sent. */
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
