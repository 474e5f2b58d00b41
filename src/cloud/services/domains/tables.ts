import type { Generated } from "kysely";
import type { TargetKind } from "./targets.ts";
import type { DomainState } from "../../../../resources/hosting/domains.ts";

export interface DomainTable {
  id: string;
  team_id: string;
  /** What the name leads to. A trigger deletes the row with it. */
  target_kind: Generated<TargetKind>;
  target_id: string;
  /** Punycode, lower case; may begin with "*.". */
  name: string;
  /** The TXT record that proves who owns the name; a team's names below one bare name share it. */
  proof_name: string;
  proof_value: string;
  /** One row of a name at most is valid: the one that is served. */
  state: Generated<DomainState>;
  /** What the last check found in the way. */
  message: string | null;
  redirect_to: string | null;
  redirect_code: 301 | 302 | null;
  /** Failed lookups since the domain was added or lost. Decides the delay until the next check. */
  checks: Generated<number>;
  /** How often in a row a valid name was found not to lead here. */
  misses: Generated<number>;
  checked_at: Date | null;
  next_check_at: Generated<Date>;
  created_at: Generated<Date>;
}

/** One row, counted up by a trigger whenever what is served under domains may have changed. */
export interface DomainVersionTable {
  version: bigint;
}

/** What is known of the certificate of a host name. */
export interface CertificateTable {
  name: string;
  /** PEM, the name's own certificate first; with its key null until the first one was issued. */
  chain: string | null;
  /** Sealed, base64. */
  private_key: string | null;
  expires_at: Date | null;
  /** Orders that failed since the last certificate. */
  failures: Generated<number>;
  message: string | null;
  /** When the next one is ordered. */
  next_at: Generated<Date>;
}

export interface AcmeAccountTable {
  directory_url: string;
  /** Sealed, base64. */
  private_key: string;
}

/** What the certificate authority is to be answered at /.well-known/acme-challenge/<token>, by whichever process it asks. */
export interface AcmeChallengeTable {
  token: string;
  key_authorization: string;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    domain: DomainTable;
    domain_version: DomainVersionTable;
    certificate: CertificateTable;
    acme_account: AcmeAccountTable;
    acme_challenge: AcmeChallengeTable;
  }
}
