/** Assembles the local TON devnet. Loads a virtual machine of several megabytes: see open.ts. */
import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import type { Encryption } from "../../engines/database/encryption.ts";
import { addressIn } from "../../engines/ton/read-transaction.ts";
import { addressOf, signPayment } from "../../engines/ton/payout.ts";
import type { Ton, TonAnswer, TonPayout, TonPlace } from "../../engines/ton/ton.ts";
import { transactionsOf } from "./history.ts";
import { openOwnWallets, type OwnWallet } from "./keys.ts";
import { createTonLedger, type TonLedger } from "./ledger.ts";
import { openMachine, readAccount, type Machine } from "./machine.ts";
import { methodsOf, nanoOf, stateOf } from "./methods.ts";
import { answerFrom } from "./rpc.ts";
import { beginCell, external, getMethodId, storeMessage, type Address } from "@ton/core";
import { internal, SendMode, type WalletContractV4 } from "@ton/ton";
import { tonFaucetNano } from "../../../../resources/chains/limits.ts";

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly log: Logger;
  /** Called after each accepted message. */
  readonly sent: () => void;
}

export interface Chain extends Pick<Ton, "collector" | "account" | "seqno" | "send"> {
  /** Returns an account's transactions as bags of cells, newest first. Throws InvalidTonAddress. */
  history(address: string, page: { readonly limit: number; readonly upTo?: TonPlace }): Promise<readonly Buffer[]>;
  handle(request: unknown): Promise<TonAnswer>;
  faucet(address: string): Promise<void>;
  readonly payout: TonPayout;
}

export const openChain = async ({ database, encryption, log, sent }: Deps): Promise<Chain> => {
  const { db } = database;
  const [machine, own] = await Promise.all([openMachine(), openOwnWallets(db, encryption)]);
  const ledger = createTonLedger(database, machine, own);
  const methods = methodsOf({ db, ledger, machine, sent });
  return {
    // Addresses of a test network, so that wallets send no public coins to them.
    collector: async () => own.collector.contract.address.toString({ testOnly: true, bounceable: false }),
    history: async (address, { limit, upTo }) => {
      const rows = await transactionsOf(db, addressIn(address), { limit, upTo });
      return rows.map(({ boc }) => boc);
    },
    account: async (address) => {
      const shard = readAccount(await ledger.account(db, addressIn(address)));
      return { nano: nanoOf(shard), state: stateOf(shard) };
    },
    seqno: async (address) => {
      const [account, { at }] = await Promise.all([ledger.account(db, addressIn(address)), ledger.tip(db)]);
      return seqnoOf(machine, account, at);
    },
    send: async (boc) => {
      await ledger.accept(boc);
      sent();
    },
    payout: {
      address: async () => addressOf(own.payout, "-3"),
      sign: async (payment) => signPayment(own.payout, payment),
    },
    handle: (request) => answerFrom(methods, request, log),
    faucet: async (address) => {
      await giveCoins({ ledger, machine }, own.treasury, addressIn(address));
      sent();
    },
  };
};

const validSeconds = 60;
const seqnoMethod = getMethodId("seqno");

/** The faucet of the local TON devnet: sends worthless coins from the treasury. Resolves when they have arrived. */
const giveCoins = (
  { ledger, machine }: { readonly ledger: TonLedger; readonly machine: Machine },
  treasury: OwnWallet,
  to: Address,
): Promise<void> =>
  ledger.make(async (trx, { at }) => {
    const { contract, keys } = treasury;
    const seqno = await seqnoOf(machine, await ledger.account(trx, contract.address), at);
    const message = internal({ to, value: tonFaucetNano, bounce: false });
    const body = contract.createTransfer({
      seqno,
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      timeout: at + validSeconds,
      messages: [message],
    });
    return externalTo(contract, body);
  });

const externalTo = ({ address }: WalletContractV4, body: Parameters<typeof external>[0]["body"]) =>
  beginCell()
    .store(storeMessage(external({ to: address, body })))
    .endCell();

/** Returns 0 for a wallet that is not on-chain yet. */
const seqnoOf = async (machine: Machine, account: Buffer, at: number): Promise<number> => {
  if (readAccount(account).account?.storage.state.type !== "active") return 0;
  const { exitCode, stack } = await machine.ask(account, seqnoMethod, at);
  const [item] = stack;
  if (exitCode > 1 || item?.type !== "int") throw new Error("The account at this address is not a wallet.");
  return Number(item.value);
};
