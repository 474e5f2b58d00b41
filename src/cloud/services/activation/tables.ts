import type { Generated } from "kysely";
import type { ChainKey } from "../../../../resources/chains.ts";

/** People whose registration a chain has confirmed. */
export interface ActivationTable {
  person_id: string;
  /** The event that proves it. */
  event_id: string;
  chain: ChainKey;
  tx_hash: string;
  /** The address that was registered, checksummed. */
  wallet: string;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    activation: ActivationTable;
  }
}
