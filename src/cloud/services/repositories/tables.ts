import type { Generated } from "kysely";
import type { RepositoryProvider } from "../../../../resources/hosting/repositories.ts";

export interface RepositoryTable {
  id: string;
  team_id: string;
  /** Made of the team's id; with the name the folder of the repository. */
  namespace: string;
  name: string;
  provider: Generated<RepositoryProvider>;
  /** Where it is fetched from; null for a repository of this host. */
  remote_url: string | null;
  /** Its id at the provider, or the normalised address of a public one. */
  external_id: string | null;
  /** The person whose linked account reads it. */
  linked_by: string | null;
  default_branch: string;
  /** Slug that the default branch's files suggested at the last push. */
  framework: string;
  created_at: Generated<Date>;
  /** Of the last push. */
  updated_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    repository: RepositoryTable;
  }
}
