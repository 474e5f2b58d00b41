import type { Generated } from "kysely";
import type { RepositoryProvider } from "../../../../resources/hosting/repositories.ts";

export interface RepositoryTable {
  id: string;
  team_id: string;
  /** Of our own host: made of the team's id, and with the name the folder. Else the owner there, or the host. */
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
  /** Slug that the default branch's files suggested at the last push or fetch; empty before the first. */
  framework: string;
  /** When the mirror of a remote one was last brought up to date; null while there is none. */
  fetched_at: Date | null;
  created_at: Generated<Date>;
  /** Of the last push. */
  updated_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    repository: RepositoryTable;
  }
}
