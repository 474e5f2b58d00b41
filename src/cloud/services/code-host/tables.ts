/** Accounts at GitHub, by person; their tokens are encrypted. */
import type { Generated } from "kysely";

declare module "../../engines/database/tables.ts" {
  interface Tables {
    code_host_request: CodeHostRequestTable;
    code_host_account: CodeHostAccountTable;
    code_host_detected: CodeHostDetectedTable;
    code_host_hook: CodeHostHookTable;
  }
}

/** A person on the way to GitHub and back. */
interface CodeHostRequestTable {
  state_hash: Buffer;
  /** Who links an account; null for signing in with one. */
  person_id: string | null;
  /** SHA-256 of the asking browser's secret; null where only its person may come back. */
  browser_hash: Buffer | null;
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

/** An account that somebody signed in with and nobody has linked yet. */
interface CodeHostDetectedTable {
  /** SHA-256 of the code that GitHub gave the browser. */
  code_hash: Buffer;
  browser_hash: Buffer;
  external_id: string;
  login: string;
  sealed_token: Buffer;
  expires_at: Date;
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
