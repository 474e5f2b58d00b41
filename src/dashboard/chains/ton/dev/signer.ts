/** Signer of the built-in TON wallet, with the TON libraries: a separate chunk. */
import "./buffer.ts";
import { Address, beginCell, Cell, external, internal, SendMode, storeMessage, storeStateInit } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV4 } from "@ton/ton/dist/wallets/WalletContractV4.js";

/** One message of a transaction, in TON Connect's format. */
export interface TonMessage {
  readonly address: string;
  /** In nanotons. */
  readonly amount: string;
  /** A bag of cells, base64. */
  readonly payload?: string;
}

export interface TonTransfer {
  /** Number of messages the wallet has sent. */
  readonly seqno: number;
  /** Unix seconds. */
  readonly validUntil: number;
  readonly messages: readonly TonMessage[];
}

export interface TonSigner {
  /** "0:…", and the form that wallets show on a test network. */
  readonly raw: string;
  readonly address: string;
  /** Hexadecimal. */
  readonly publicKey: string;
  /** Base64. */
  readonly stateInit: string;
  /** Returns the signed external message, base64. */
  sign(transfer: TonTransfer): string;
}

/** Opens a wallet contract (v4) from a seed of 32 bytes. */
export const openSigner = (seed: Uint8Array): TonSigner => {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.from(seed));
  const wallet = WalletContractV4.create({ workchain: 0, publicKey });
  return {
    raw: wallet.address.toRawString(),
    address: wallet.address.toString({ testOnly: true, bounceable: false }),
    publicKey: publicKey.toString("hex"),
    stateInit: beginCell().store(storeStateInit(wallet.init)).endCell().toBoc().toString("base64"),
    sign: ({ seqno, validUntil, messages }) => {
      const body = wallet.createTransfer({
        seqno,
        secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        timeout: validUntil,
        messages: messages.map(toMessage),
      });
      const outside = external({ to: wallet.address, body, ...(seqno === 0 && { init: wallet.init }) });
      return beginCell().store(storeMessage(outside)).endCell().toBoc().toString("base64");
    },
  };
};

const toMessage = ({ address, amount, payload }: TonMessage) =>
  internal({
    to: Address.parse(address),
    value: BigInt(amount),
    bounce: Address.isFriendly(address) ? Address.parseFriendly(address).isBounceable : true,
    ...(payload !== undefined && { body: Cell.fromBase64(payload) }),
  });
