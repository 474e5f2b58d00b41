/**
 * Creates a TON wallet that uses a server's TON Center API with that API's own client, like programs outside the
 * browser.
 */
import { randomBytes } from "node:crypto";
import { beginCell, external, internal, SendMode, storeMessage, toNano, type Cell } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { comment, TonClient, WalletContractV4 } from "@ton/ton";

interface Payment {
  readonly to: string;
  /** In nanotons. */
  readonly nano: bigint;
  readonly comment?: string;
  /** Unix seconds; a minute from now by default. */
  readonly validUntil?: number;
  readonly seqno?: number;
  readonly bounce?: boolean;
}

export const newTonWallet = () => {
  const keys = keyPairFromSeed(randomBytes(32));
  const wallet = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
  const address = wallet.address.toString({ testOnly: true, bounceable: false });

  /** Returns a signed external payment message, as a bag of cells. */
  const sign = ({ to, nano, comment: text, validUntil, seqno = 0, bounce = false }: Payment): Buffer => {
    const body = wallet.createTransfer({
      seqno,
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      timeout: validUntil ?? Math.floor(Date.now() / 1000) + 60,
      messages: [internal({ to, value: nano, bounce, ...(text !== undefined && { body: comment(text) }) })],
    });
    return outside(wallet, body, seqno === 0);
  };

  return { address, raw: wallet.address, sign };
};

export type TonWallet = ReturnType<typeof newTonWallet>;

/** Connects the wallet to a server with TON Center's client. */
export const tonWalletAt = (url: string, wallet = newTonWallet()) => {
  const client = new TonClient({ endpoint: `${url}/ton` });
  const seqno = async (): Promise<number> => {
    const { state } = await client.getContractState(wallet.raw);
    return state === "active" ? (await client.runMethod(wallet.raw, "seqno")).stack.readNumber() : 0;
  };
  return {
    ...wallet,
    client,
    seqno,
    balance: () => client.getBalance(wallet.raw),
    /** Pays from the wallet and returns once the chain has accepted it. */
    pay: async (payment: Payment): Promise<Buffer> => {
      const boc = wallet.sign({ seqno: await seqno(), ...payment });
      await client.sendFile(boc);
      return boc;
    },
  };
};

export const tons = (amount: string): bigint => toNano(amount);

const outside = (wallet: WalletContractV4, body: Cell, isFirst: boolean): Buffer => {
  const message = external({ to: wallet.address, body, ...(isFirst && { init: wallet.init }) });
  return beginCell().store(storeMessage(message)).endCell().toBoc();
};
