/** Users' GitHub accounts; their tokens are encrypted. */
import type { Generated } from "kysely";

declare module "../../engines/database/tables.ts" {
  interface Tables {
    code_host_request: CodeHostRequestTable;
    code_host_account: CodeHostAccountTable;
    code_host_detected: CodeHostDetectedTable;
    code_host_hook: CodeHostHookTable;
  }
}

/** A pending OAuth request. */
interface CodeHostRequestTable {
  state_hash: Buffer;
  /** User who links an account; null for a sign-in. */
  person_id: string | null;
  /** SHA-256 of the browser's secret; null if only the user may return. */
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

/** An account used to sign in that is not linked yet. */
interface CodeHostDetectedTable {
  /** SHA-256 of GitHub's code for the browser. */
  code_hash: Buffer;
  browser_hash: Buffer;
  external_id: string;
  login: string;
  sealed_token: Buffer;
  expires_at: Date;
}

/** A push webhook registered at GitHub. */
interface CodeHostHookTable {
  repository_id: string;
  /** User whose account created it. */
  person_id: string;
  sealed_secret: Buffer;
  /** GitHub's ID; null until GitHub has confirmed it. */
  hook_id: string | null;
  created_at: Generated<Date>;
}
