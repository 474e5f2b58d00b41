import type { Generated } from "kysely";
import type { ChainKey } from "../../../../resources/chains.ts";

/** Chain events reported by browsers; no decision depends on them. */
export interface ChainReportTable {
  id: string;
  person_id: string | null;
  kind: "ERROR" | "RECHARGE";
  chain: ChainKey | null;
  content: Record<string, unknown>;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    chain_report: ChainReportTable;
  }
}
