import type { Generated } from "kysely";
import type { RepositoryProvider } from "../../../../resources/hosting/repositories.ts";

export interface RepositoryTable {
  id: string;
  team_id: string;
  /** Local: derived from the team's ID; with the name it is the folder. Remote: the owner there, or the host. */
  namespace: string;
  name: string;
  provider: Generated<RepositoryProvider>;
  /** URL to fetch from; null for a local repository. */
  remote_url: string | null;
  /** ID at the provider, or the normalized URL of a public repository. */
  external_id: string | null;
  /** User whose linked account reads it. */
  linked_by: string | null;
  default_branch: string;
  /** Framework detected on the default branch at the last push or fetch; empty before the first. */
  framework: string;
  /** Time of the last fetch of a remote repository's mirror; null without a mirror. */
  fetched_at: Date | null;
  created_at: Generated<Date>;
  /** Time of the last push. */
  updated_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    repository: RepositoryTable;
  }
}
