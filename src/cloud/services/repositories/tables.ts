import type { Generated } from "kysely";

export interface RepositoryTable {
  id: string;
  team_id: string;
  /** Made of the team's id; with the name the folder of the repository. */
  namespace: string;
  name: string;
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
