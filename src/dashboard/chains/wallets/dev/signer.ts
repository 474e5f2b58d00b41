/** Signer of the built-in wallet: a separate chunk, loaded on the first signature. */
import {
  computeAddress,
  concat,
  getBytes,
  hashMessage,
  hexlify,
  keccak256,
  SigningKey,
  Transaction,
  TypedDataEncoder,
  type TypedDataField,
} from "ethers";

export type PrivateKey = `0x${string}`;

export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export const newPrivateKey = (): PrivateKey => hexlify(crypto.getRandomValues(new Uint8Array(32))) as PrivateKey;

/** Returns the key's address, with its checksum. */
export const addressOf = (key: PrivateKey): string => computeAddress(key);

/** Returns the EIP-191 signature of a text or of 0x bytes. */
export const signMessage = async (key: PrivateKey, message: string): Promise<string> =>
  signed(key, hashMessage(isBytes(message) ? getBytes(message) : message));

/** Returns the EIP-712 signature. */
export const signTypedData = async (
  key: PrivateKey,
  { domain, types, primaryType, message }: TypedData,
): Promise<string> => {
  const encoder = TypedDataEncoder.from(usedTypes(types, primaryType));
  const parts = ["0x1901", TypedDataEncoder.hashDomain(domain), encoder.hashStruct(primaryType, message)];
  return signed(key, keccak256(concat(parts)));
};

export interface LegacyTransaction {
  readonly chainId: number;
  readonly to?: string;
  readonly data?: string;
  readonly value: bigint;
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly nonce: number;
}

/** Returns the raw transaction (EIP-155) for eth_sendRawTransaction. */
export const signTransaction = async (
  key: PrivateKey,
  { gas: gasLimit, ...rest }: LegacyTransaction,
): Promise<string> => {
  const transaction = Transaction.from({ ...rest, gasLimit, type: 0 });
  transaction.signature = new SigningKey(key).sign(transaction.unsignedHash);
  return transaction.serialized;
};

/** Returns the hash of a raw transaction. */
export const transactionHash = (raw: string): string => keccak256(raw);

/** Decodes the text of `personal_sign`; bytes that are not text are shown as hex. */
export const readableText = (message: string): string => {
  if (!isBytes(message)) return message;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(getBytes(message));
  } catch {
    return message;
  }
};

const isBytes = (message: string): boolean => /^0x([0-9a-f]{2})*$/i.test(message);

const signed = (key: PrivateKey, hash: string): string => new SigningKey(key).sign(hash).serialized;

/** Returns the primary type and the types within it: ethers refuses types that nothing refers to, such as the domain's. */
const usedTypes = (types: TypedData["types"], name: string): Record<string, TypedDataField[]> => {
  const used: Record<string, TypedDataField[]> = {};
  const add = (each: string): void => {
    const fields = types[each];
    if (!fields || used[each]) return;
    used[each] = [...fields];
    for (const { type } of fields) add(type.replace(/(\[\d*\])*$/, ""));
  };
  add(name);
  return used;
};
