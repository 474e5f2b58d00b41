import type { Generated } from "kysely";

export interface PersonTable {
  id: string;
  /** The wallet that stands for the account, checksummed (EIP-55): one of the person's; null while there is none, as of the messaging app's people. */
  address: string | null;
  wallet_type: string | null;
  username: string;
  /** The person's own code for invite links, made when it is first asked for. */
  invite_code: Generated<string | null>;
  invited_by: Generated<string | null>;
  /** Row of `avatar`; null while there is no picture. */
  avatar_id: Generated<string | null>;
  created_at: Generated<Date>;
}

/** A wallet with which a person signs in, checksummed. */
interface PersonWalletTable {
  address: string;
  person_id: string;
  wallet_type: string;
  created_at: Generated<Date>;
}

/** A new picture has a new id, so an address of a picture never changes what it shows. */
interface AvatarTable {
  id: string;
  person_id: string;
  type: string;
  bytes: Buffer;
  created_at: Generated<Date>;
}

/** A message handed out for signing; gone once it was used. */
export interface SignInRequestTable {
  nonce: string;
  address: string;
  message: string;
  /** To whose account the wallet is to be linked; null for signing in. */
  person_id: Generated<string | null>;
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
  /** Of the last sign-in or refresh. */
  user_agent: Generated<string>;
  ip: Generated<string>;
  /** To the minute. */
  last_used_at: Generated<Date>;
  created_at: Generated<Date>;
}

export type EndReason = "SESSION_ENDED" | "ACCOUNT_DELETED";

/** Why a session is over, for as long as its access tokens are not: also of a person who is gone. */
interface EndedSessionTable {
  id: string;
  reason: EndReason;
  expires_at: Date;
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
    person_wallet: PersonWalletTable;
    avatar: AvatarTable;
    ended_session: EndedSessionTable;
    sign_in_request: SignInRequestTable;
    sign_in_token: SignInTokenTable;
    session: SessionTable;
    refresh_token: RefreshTokenTable;
    signing_key: SigningKeyTable;
  }
}
