/** Signer of the built-in wallet: a separate chunk, loaded on the first signature. */
import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { hexToBytes, isHex, keccak256 } from "viem/utils";

export type PrivateKey = `0x${string}`;

export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export const newPrivateKey = (): PrivateKey => generatePrivateKey();

/** Returns the key's address, with its checksum. */
export const addressOf = (key: PrivateKey): string => privateKeyToAccount(key).address;

/** Returns the EIP-191 signature of a text or of 0x bytes. */
export const signMessage = (key: PrivateKey, message: string): Promise<string> =>
  privateKeyToAccount(key).signMessage({ message: isHex(message) ? { raw: message } : message });

/** Returns the EIP-712 signature. */
export const signTypedData = (key: PrivateKey, data: TypedData): Promise<string> =>
  privateKeyToAccount(key).signTypedData(data);

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
export const signTransaction = (key: PrivateKey, { to, data, ...rest }: LegacyTransaction): Promise<string> =>
  privateKeyToAccount(key).signTransaction({
    ...rest,
    type: "legacy",
    ...(to !== undefined && { to: to as Address }),
    ...(data !== undefined && { data: data as Hex }),
  });

/** Returns the hash of a raw transaction. */
export const transactionHash = (raw: string): string => keccak256(raw as Hex);

/** Decodes the text of `personal_sign`; bytes that are not text are shown as hex. */
export const readableText = (message: string): string => {
  if (!isHex(message)) return message;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(hexToBytes(message));
  } catch {
    return message;
  }
};
