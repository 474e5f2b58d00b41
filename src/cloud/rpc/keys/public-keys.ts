/** Public keys with which a team's own server signs tokens (JSON Web Tokens, RFC 7519) for an RPC key. */
import { createPublicKey, randomUUID, type KeyObject } from "node:crypto";
import { jwtVerify } from "jose";
import { publicKeyProblem } from "../../../../resources/rpc/keys.ts";
import { rpcPublicKeysPerKey } from "../../../../resources/rpc/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

const rsaBitsMin = 2048;
/** Returns asymmetric algorithms only: a public key must never be used as an HMAC secret. */
const algorithmsOf = (key: KeyObject): readonly string[] => {
  if (key.asymmetricKeyType === "rsa") return ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
  return key.asymmetricKeyType === "ec" ? ["ES256"] : ["EdDSA"];
};

export const listPublicKeys = (db: Db, keyId: string) =>
  db
    .selectFrom("rpc_public_key")
    .select(["id", "name", "pem as pk"])
    .where("key_id", "=", keyId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Adds a public key. The caller locks the RPC key's row. Throws RPC_PUBLIC_KEY_INVALID, LIMIT_REACHED. */
export const addPublicKey = async (
  trx: Trx,
  keyId: string,
  { name, pk }: { readonly name: string; readonly pk: string },
): Promise<string> => {
  const pem = readPublicKey(pk).export({ type: "spki", format: "pem" }).toString();
  if ((await listPublicKeys(trx, keyId)).length >= rpcPublicKeysPerKey) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  await trx.insertInto("rpc_public_key").values({ id, key_id: keyId, name, pem }).execute();
  return id;
};

/** Parses a public key. Throws RPC_PUBLIC_KEY_INVALID, also for a private key. */
export const readPublicKey = (pem: string): KeyObject => {
  if (publicKeyProblem(pem) !== undefined) throw new AppError("RPC_PUBLIC_KEY_INVALID");
  try {
    const key = createPublicKey(pem);
    if (isStrong(key)) return key;
  } catch {
    // Told below, as for a weak one.
  }
  throw new AppError("RPC_PUBLIC_KEY_INVALID");
};

const isStrong = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean => {
  if (type === "rsa") return (details?.modulusLength ?? 0) >= rsaBitsMin;
  return type === "ed25519" || (type === "ec" && details?.namedCurve === "prime256v1");
};

/** Returns whether one of the keys signed a currently valid token. `exp` is required. */
export const isSigned = async (token: string, keys: readonly KeyObject[]): Promise<boolean> => {
  for (const key of keys) {
    const verified = jwtVerify(token, key, { algorithms: [...algorithmsOf(key)], requiredClaims: ["exp"] });
    if (await verified.then(Boolean, () => false)) return true;
  }
  return false;
};
