import type { Generated } from "kysely";

export interface PersonTable {
  id: string;
  /** The account's main wallet, checksummed (EIP-55); null without a wallet, as for messaging app users. */
  address: string | null;
  wallet_type: string | null;
  username: string;
  /** The user's own invite code, created on first use. */
  invite_code: Generated<string | null>;
  invited_by: Generated<string | null>;
  /** Row of `avatar`; null without an image. */
  avatar_id: Generated<string | null>;
  created_at: Generated<Date>;
}

/** A user whose account was merged into another one. Chains and shared links still refer to the old account. */
interface MergedPersonTable {
  id: string;
  person_id: string;
  invite_code: string | null;
  merged_at: Generated<Date>;
}

/** A wallet that signs a user in, checksummed. */
interface PersonWalletTable {
  address: string;
  person_id: string;
  wallet_type: string;
  /** The chain of a contract wallet; null for a key. */
  contract_chain_id: Generated<bigint | null>;
  created_at: Generated<Date>;
}

/** A new image has a new id, so an image URL never changes its content. */
interface AvatarTable {
  id: string;
  person_id: string;
  type: string;
  bytes: Buffer;
  created_at: Generated<Date>;
}

/** An issued message; deleted after use. */
export interface SignInRequestTable {
  nonce: string;
  address: string;
  message: string;
  /** Account to link the wallet to; null for sign-in. */
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
  /** Last sign-in or refresh. */
  user_agent: Generated<string>;
  ip: Generated<string>;
  /** To the minute. */
  last_used_at: Generated<Date>;
  created_at: Generated<Date>;
}

export type EndReason = "SESSION_ENDED" | "ACCOUNT_DELETED";

/** Why a session ended, kept as long as its access tokens: also for deleted users. */
interface EndedSessionTable {
  id: string;
  reason: EndReason;
  expires_at: Date;
}

export interface RefreshTokenTable {
  hash: Buffer;
  session_id: string;
  used_at: Date | null;
  /** The next pair, sealed with the token itself, while parallel requests may still exchange it. */
  sealed_successor: Generated<Buffer | null>;
  expires_at: Date;
}

export interface SigningKeyTable {
  kid: string;
  /** Sealed by SECRET_KEY. */
  sealed: Buffer | null;
  /** Plaintext from versions before sealing; cleared at the next start. */
  private_jwk: JsonWebKey | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    person: PersonTable;
    merged_person: MergedPersonTable;
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
