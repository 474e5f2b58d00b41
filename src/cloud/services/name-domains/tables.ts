import type { Generated } from "kysely";
import type { NameDomainState, NameServiceType } from "../../../../resources/hosting/name-services.ts";

export interface NameDomainTable {
  id: string;
  team_id: string;
  project_id: string;
  service: NameServiceType;
  /** Normalized by the name service. */
  name: string;
  /** In canonical form. */
  content: string;
  owner: Generated<string>;
  state: Generated<NameDomainState>;
  message: Generated<string>;
  current_content: Generated<string>;
  checked_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    name_domain: NameDomainTable;
  }
}
