import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import type { Db } from "../../engines/database/database.ts";

export const algorithm = "EdDSA";
const kid = "1";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** The cloud's Ed25519 key for access tokens: made at the first start, the same for every process of the cloud. */
export const loadSigningKey = async (db: Db): Promise<SigningKey> => {
  const jwk = (await storedKey(db)) ?? (await createKey(db));
  const { d: _secret, ...publicJwk } = jwk;
  return {
    kid,
    privateKey: (await importJWK(jwk, algorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
  };
};

const storedKey = async (db: Db): Promise<JWK | undefined> => {
  const row = await db.selectFrom("signing_key").select("private_jwk").where("kid", "=", kid).executeTakeFirst();
  return row?.private_jwk;
};

/** Several processes may start at once: the first row stands, and everyone uses it. */
const createKey = async (db: Db): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  await db
    .insertInto("signing_key")
    .values({ kid, private_jwk: jwk as JsonWebKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await storedKey(db))!;
};
