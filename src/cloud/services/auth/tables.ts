import type { Generated } from "kysely";

export interface PersonTable {
  id: string;
  /** Checksummed (EIP-55). */
  address: string;
  wallet_type: string;
  username: string;
  /** The person's own code for invite links, made when it is first asked for. */
  invite_code: Generated<string | null>;
  invited_by: Generated<string | null>;
  created_at: Generated<Date>;
}

/** A message handed out for signing; gone once it was used. */
export interface SignInRequestTable {
  nonce: string;
  address: string;
  message: string;
  expires_at: Date;
}

/** Between signature and session, single use; SHA-256 of the token. */
export interface SignInTokenTable {
  hash: Buffer;
  person_id: string;
  expires_at: Date;
}

/** One sign-in on one device: the family of its refresh tokens. */
export interface SessionTable {
  id: string;
  person_id: string;
  revoked_at: Date | null;
  expires_at: Date;
  created_at: Generated<Date>;
}

export interface RefreshTokenTable {
  hash: Buffer;
  session_id: string;
  used_at: Date | null;
  expires_at: Date;
}

export interface SigningKeyTable {
  kid: string;
  private_jwk: JsonWebKey;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    person: PersonTable;
    sign_in_request: SignInRequestTable;
    sign_in_token: SignInTokenTable;
    session: SessionTable;
    refresh_token: RefreshTokenTable;
    signing_key: SigningKeyTable;
  }
}
