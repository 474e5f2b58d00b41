/** Freehold's signing and payment key: RSA-4096. Signatures are computed in the thread pool. */
import { constants, createPrivateKey, generateKeyPair, sign, type JsonWebKey } from "node:crypto";
import { promisify } from "node:util";
import { addressOf, fromBase64Url } from "./library.ts";

export interface Wallet {
  /** Public key, base64url. */
  readonly owner: string;
  readonly address: string;
  /** RSA-PSS over SHA-256. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

const keyBits = 4096;
const saltBytes = 32;
const generate = promisify(generateKeyPair);

/** Generates a key as a JSON Web Key. Takes about a second, outside the event loop. */
export const newWalletKey = async (): Promise<JsonWebKey> => {
  const { privateKey } = await generate("rsa", { modulusLength: keyBits, publicExponent: 65_537 });
  return privateKey.export({ format: "jwk" });
};

/** Throws if the key is not a private RSA key of 4096 bits. */
export const openWallet = (jwk: JsonWebKey): Wallet => {
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const owner = jwk.n ?? "";
  if (key.asymmetricKeyType !== "rsa" || fromBase64Url(owner).length !== keyBits / 8)
    throw new Error("An Arweave key must be a 4096-bit RSA key in JSON Web Key format.");
  const how = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes };
  return {
    owner,
    address: addressOf(owner),
    sign: (bytes) =>
      new Promise((resolve, reject) =>
        sign("sha256", bytes, how, (error, signature) => (error ? reject(error) : resolve(signature))),
      ),
  };
};
