import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export const algorithm = "EdDSA";
const kid = "1";
const purpose = `signing key ${kid}`;

export const sealedSigningKey: SealedColumn = {
  table: "signing_key",
  column: "sealed",
  key: "kid",
  purpose: () => purpose,
};

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/**
 * The Ed25519 key for access tokens: created at the first start, sealed, and shared by all processes. A key that
 * SECRET_KEY no longer opens is replaced: access tokens end, and sessions get new ones with their refresh tokens.
 */
export const loadSigningKey = async (db: Db, box: SecretBox): Promise<SigningKey> => {
  await sealPlainKey(db, box);
  const jwk = (await storedKey(db, box)) ?? (await createKey(db, box));
  const { d: _secret, ...publicJwk } = jwk;
  return {
    kid,
    privateKey: (await importJWK(jwk, algorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
  };
};

/**
 * Seals the plaintext key of an earlier version. Empties the table instead of updating it, because old row bytes stay
 * in the file until no transaction sees them.
 */
const sealPlainKey = async (db: Db, box: SecretBox): Promise<void> => {
  const plainKeys = (on: Db) => on.selectFrom("signing_key").selectAll().where("private_jwk", "is not", null).execute();
  if ((await plainKeys(db)).length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`lock table signing_key in access exclusive mode`.execute(trx);
    if ((await plainKeys(trx)).length === 0) return;
    const rows = await trx.selectFrom("signing_key").selectAll().execute();
    await sql`truncate signing_key`.execute(trx);
    const sealed = rows.map((row) => ({
      ...row,
      private_jwk: null,
      sealed: row.private_jwk === null ? row.sealed : box.seal(purpose, JSON.stringify(row.private_jwk)),
    }));
    await trx.insertInto("signing_key").values(sealed).execute();
  });
};

const storedKey = async (db: Db, box: SecretBox): Promise<JWK | undefined> => {
  const row = await db.selectFrom("signing_key").select("sealed").where("kid", "=", kid).executeTakeFirst();
  if (!row?.sealed) return undefined;
  try {
    return JSON.parse(box.open(purpose, row.sealed)) as JWK;
  } catch {
    await db.deleteFrom("signing_key").where("kid", "=", kid).where("sealed", "=", row.sealed).execute();
    return undefined;
  }
};

/** Several processes may start at once: the first row wins, and all use it. */
const createKey = async (db: Db, box: SecretBox): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const sealed = box.seal(purpose, JSON.stringify(await exportJWK(privateKey)));
  await db
    .insertInto("signing_key")
    .values({ kid, sealed, private_jwk: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await storedKey(db, box);
  if (!stored) throw new Error("Another process sealed the access token key with another SECRET_KEY.");
  return stored;
};
