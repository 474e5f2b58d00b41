import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Encryption } from "../../database/encryption.ts";
import type { Ton } from "../ton.ts";
import type { Chain } from "./chain.ts";

/** Opens the local TON devnet. Nothing is loaded before its first use. */
export const openEmbeddedTon = (database: Pick<Database, "db">, encryption: Encryption, log: Logger): Ton => {
  const listeners = new Set<() => void>();
  const sent = (): void => listeners.forEach((listener) => listener());
  let opening: Promise<Chain> | undefined;
  const opened = (): Promise<Chain> => {
    const mine = (opening ??= import("./chain.ts").then(({ openChain }) =>
      openChain({ database, encryption, log, sent }),
    ));
    // A failed start is retried.
    mine.catch(() => (opening = undefined));
    return mine;
  };
  return {
    embedded: true,
    network: "-3",
    collector: async () => (await opened()).collector(),
    transactions: async (address, page) => (await opened()).transactions(address, page),
    account: async (address) => (await opened()).account(address),
    seqno: async (address) => (await opened()).seqno(address),
    send: async (boc) => (await opened()).send(boc),
    onSent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    payout: {
      address: async () => (await opened()).payout.address(),
      sign: async (payment) => (await opened()).payout.sign(payment),
    },
    handle: async (request) => (await opened()).handle(request),
    faucet: async (address) => (await opened()).faucet(address),
  };
};
