import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import type { Encryption } from "../../engines/database/encryption.ts";
import {
  InvalidTonAddress,
  TonRefused,
  type Ton,
  type TonAccount,
  type TonAnswer,
  type TonPayment,
  type TonPlace,
} from "../../engines/ton/ton.ts";
import { fenced, type Owners } from "../../kernel/owners.ts";
import type { Chain } from "./chain.ts";

export interface EmbeddedTonOptions {
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly owners: Owners;
  readonly log: Logger;
}

const sentSignal = "ton sent";

/** Opens the local TON devnet. Its owner loads the virtual machine with the first request. */
export const openEmbeddedTon = async ({ database, owners, ...given }: EmbeddedTonOptions): Promise<Ton> => {
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const sent = (): void => {
    tell();
    owners.signal(sentSignal);
  };
  owners.onSignal(sentSignal, tell);
  const { call } = await owners.define({
    name: "ton",
    open: async (_id, fence) => {
      const { openChain } = await import("./chain.ts");
      const chain = await openChain({ ...given, database: { db: fenced(database.db, fence) }, sent });
      return { answer: (request: TonRequest) => answerOf(chain, request), close: async () => undefined };
    },
  });
  const ask = async (request: TonRequest, mayRepeat = true): Promise<unknown> => {
    const { result, refused } = (await call("", request, { mayRepeat })) as TonReply;
    if (refused === "address") throw new InvalidTonAddress();
    if (refused) throw new TonRefused(refused.reason, refused.exitCode);
    return result;
  };
  return {
    embedded: true,
    network: "-3",
    collector: async () => (await ask({ collector: true })) as string,
    transactions: async (address, { limit, upTo }) => {
      const { readTransaction } = await import("../../engines/ton/read-transaction.ts");
      const bocs = await ask({ history: address, limit, ...(upTo && { upTo: { ...upTo, lt: String(upTo.lt) } }) });
      return (bocs as string[]).map((boc) => readTransaction(Buffer.from(boc, "base64")));
    },
    account: async (address) => {
      const { nano, state } = (await ask({ account: address })) as Written<TonAccount>;
      return { nano: BigInt(nano), state };
    },
    seqno: async (address) => (await ask({ seqno: address })) as number,
    send: async (boc) => void (await ask({ send: Buffer.from(boc).toString("base64") })),
    onSent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    payout: {
      address: async () => (await ask({ payout: true })) as string,
      sign: async (payment) =>
        Buffer.from((await ask({ sign: { ...payment, nano: String(payment.nano) } })) as string, "base64"),
    },
    handle: async (rpc) => (await ask({ rpc })) as TonAnswer,
    faucet: async (address) => void (await ask({ faucet: address }, false)),
  };
};

/** As JSON: bigints as decimal strings. */
type Written<T> = { readonly [Key in keyof T]: T[Key] extends bigint ? string : T[Key] };

/** A request to the owner. Bytes are base64. */
type TonRequest =
  | { readonly rpc: unknown }
  | { readonly send: string }
  | { readonly faucet: string }
  | { readonly collector: true }
  | { readonly payout: true }
  | { readonly sign: Written<TonPayment> }
  | { readonly account: string }
  | { readonly seqno: string }
  | { readonly history: string; readonly limit: number; readonly upTo?: Written<TonPlace> };

interface TonReply {
  readonly result?: unknown;
  readonly refused?: "address" | Pick<TonRefused, "reason" | "exitCode">;
}

const answerOf = async (chain: Chain, request: TonRequest): Promise<TonReply> => {
  try {
    return { result: await resultOf(chain, request) };
  } catch (error) {
    if (error instanceof InvalidTonAddress) return { refused: "address" };
    if (!(error instanceof TonRefused)) throw error;
    return { refused: { reason: error.reason, exitCode: error.exitCode } };
  }
};

const resultOf = async (chain: Chain, request: TonRequest): Promise<unknown> => {
  if ("rpc" in request) return chain.handle(request.rpc);
  if ("send" in request) return chain.send(Buffer.from(request.send, "base64"));
  if ("faucet" in request) return chain.faucet(request.faucet);
  if ("collector" in request) return chain.collector();
  if ("payout" in request) return chain.payout.address();
  if ("seqno" in request) return chain.seqno(request.seqno);
  if ("sign" in request) {
    const { nano, ...payment } = request.sign;
    return (await chain.payout.sign({ ...payment, nano: BigInt(nano) })).toString("base64");
  }
  if ("account" in request) {
    const { nano, state } = await chain.account(request.account);
    return { nano: String(nano), state };
  }
  const { history, limit, upTo } = request;
  const bocs = await chain.history(history, { limit, ...(upTo && { upTo: { ...upTo, lt: BigInt(upTo.lt) } }) });
  return bocs.map((boc) => boc.toString("base64"));
};
