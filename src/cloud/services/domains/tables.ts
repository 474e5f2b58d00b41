import type { Generated } from "kysely";
import type { TargetKind } from "./targets.ts";
import type { DomainState } from "../../../../resources/hosting/domains.ts";

export interface DomainTable {
  id: string;
  team_id: string;
  /** The target. A trigger deletes the row with it. */
  target_kind: Generated<TargetKind>;
  target_id: string;
  /** Lowercase punycode; can begin with "*.". */
  name: string;
  /** The TXT record that verifies the name. A team's names below one bare name share it. */
  proof_name: string;
  proof_value: string;
  /** At most one row of a name is valid: the served one. */
  state: Generated<DomainState>;
  /** Problem found by the last check. */
  message: string | null;
  redirect_to: string | null;
  redirect_code: 301 | 302 | null;
  /** Failed lookups since the domain was added or lost. Decides the delay until the next check. */
  checks: Generated<number>;
  /** Consecutive checks in which a valid name did not point here. */
  misses: Generated<number>;
  checked_at: Date | null;
  next_check_at: Generated<Date>;
  created_at: Generated<Date>;
}

/** A single row with a version that triggers increment when served domains can change. */
export interface DomainVersionTable {
  version: bigint;
}

/** A host name's certificate and its next order. */
export interface CertificateTable {
  name: string;
  /** PEM, leaf certificate first. null, like the key, until the first certificate is issued. */
  chain: string | null;
  /** Sealed, base64. */
  private_key: string | null;
  expires_at: Date | null;
  /** Failed orders since the last certificate. */
  failures: Generated<number>;
  message: string | null;
  /** Time of the next order. */
  next_at: Generated<Date>;
}

export interface AcmeAccountTable {
  directory_url: string;
  /** Sealed, base64. */
  private_key: string;
}

/** Responses for /.well-known/acme-challenge/<token>, shared by all processes. */
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
