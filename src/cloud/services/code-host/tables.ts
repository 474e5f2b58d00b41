/** Accounts at GitHub, by person; their tokens are encrypted. */
import type { Generated } from "kysely";

declare module "../../engines/database/tables.ts" {
  interface Tables {
    code_host_request: CodeHostRequestTable;
    code_host_account: CodeHostAccountTable;
    code_host_hook: CodeHostHookTable;
  }
}

/** A person on the way to GitHub and back. */
interface CodeHostRequestTable {
  state_hash: Buffer;
  person_id: string;
  sealed_verifier: Buffer;
  redirect_uri: string;
  return_to: string;
  expires_at: Date;
}

interface CodeHostAccountTable {
  person_id: string;
  external_id: string;
  login: string;
  sealed_token: Buffer;
  created_at: Generated<Date>;
}

/** A push hook that we have at GitHub. */
interface CodeHostHookTable {
  repository_id: string;
  /** Whose account made it. */
  person_id: string;
  sealed_secret: Buffer;
  /** GitHub's id; null until GitHub has confirmed it. */
  hook_id: string | null;
  created_at: Generated<Date>;
}
