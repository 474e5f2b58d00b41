/** The payout wallet. Loads the TON libraries: see open.ts. */
import { beginCell, comment, external, internal, SendMode, storeMessage, type Cell } from "@ton/core";
import type { KeyPair } from "@ton/crypto";
import { WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { addressIn } from "./read-transaction.ts";
import type { Ton, TonPayment } from "./ton.ts";

export const tonWalletVersions = ["v4r2", "v5r1"] as const;
export type TonWalletVersion = (typeof tonWalletVersions)[number];

export interface PayoutWallet {
  readonly keys: KeyPair;
  readonly contract: WalletContractV4 | WalletContractV5R1;
}

export const payoutWallet = (keys: KeyPair, version: TonWalletVersion, network: Ton["network"]): PayoutWallet => {
  const { publicKey } = keys;
  if (version === "v4r2") return { keys, contract: WalletContractV4.create({ workchain: 0, publicKey }) };
  const walletId = { networkGlobalId: Number(network) };
  return { keys, contract: WalletContractV5R1.create({ walletId, publicKey }) };
};

/** Returns the address in user-friendly form, for its network. */
export const addressOf = ({ contract }: PayoutWallet, network: Ton["network"]): string =>
  contract.address.toString({ testOnly: network === "-3", bounceable: false });

/** Returns a signed external message as a bag of cells. Throws InvalidTonAddress. */
export const signPayment = ({ keys, contract }: PayoutWallet, payment: TonPayment): Buffer => {
  const { to, nano, comment: text, seqno, validUntil } = payment;
  const message = internal({ to: addressIn(to), value: nano, bounce: false, body: comment(text) });
  const transfer = {
    seqno,
    secretKey: keys.secretKey,
    // A payment that fails must not be retried by the network.
    sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
    timeout: validUntil,
    messages: [message],
  };
  // The two contracts share the call, but not its type.
  const body: Cell =
    contract instanceof WalletContractV4 ? contract.createTransfer(transfer) : contract.createTransfer(transfer);
  return beginCell()
    .store(storeMessage(external({ to: contract.address, body, ...(seqno === 0 && { init: contract.init }) })))
    .endCell()
    .toBoc();
};
