import type { Generated } from "kysely";
import type { ChainKey } from "../../../../resources/chains.ts";

/** Users with a confirmed registration. */
export interface ActivationTable {
  person_id: string;
  /** The event that proves it. */
  event_id: string;
  chain: ChainKey;
  tx_hash: string;
  /** The registered address, checksummed. */
  wallet: string;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    activation: ActivationTable;
  }
}
