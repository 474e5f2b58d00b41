/** TON Center methods of the local devnet, in that API's format. */
import {
  Cell,
  getMethodId,
  loadTransaction,
  type Address,
  type Message,
  type ShardAccount,
  type TupleItem,
} from "@ton/core";
import * as z from "zod";
import type { Db } from "../../engines/database/database.ts";
import { addressIn, commentIn } from "../../engines/ton/read-transaction.ts";
import { transactionsOf, type StoredTransaction } from "./history.ts";
import type { TonLedger } from "./ledger.ts";
import { readAccount, type Machine } from "./machine.ts";
import { InvalidParams, type Method } from "./rpc.ts";

/** Maximum size of an external message on the public network. */
const bocBytesMax = 65_536;
const pageMax = 100;

const integer = z.union([z.string().regex(/^\d{1,19}$/), z.int().min(0)]).transform(BigInt);
const base64 = z.string().max(Math.ceil(bocBytesMax / 3) * 4);
const hash = z.string().transform((text, context) => {
  const hex = /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : Buffer.from(text, "base64").toString("hex");
  if (hex.length !== 64) context.addIssue("A transaction hash must have 32 bytes.");
  return hex;
});
const ofAccount = z.object({ address: z.string().max(100).transform(addressIn) });
const transactionsQuery = ofAccount.extend({
  limit: z.int().min(1).max(pageMax).default(10),
  lt: integer.optional(),
  hash: hash.optional(),
  to_lt: integer.optional(),
});
const methodQuery = ofAccount.extend({
  method: z.union([z.string().max(100), z.int()]),
  stack: z.array(z.unknown()).max(0).default([]),
});

interface Deps {
  readonly db: Db;
  readonly ledger: TonLedger;
  readonly machine: Machine;
  /** Called after a message is accepted. */
  readonly sent: () => void;
}

export const methodsOf = ({ db, ledger, machine, sent }: Deps): Record<string, Method> => {
  const account = async (address: Address): Promise<ShardAccount> => readAccount(await ledger.account(db, address));
  const send = async ({ boc }: { boc: string }): Promise<void> => {
    await ledger.accept(Buffer.from(boc, "base64"));
    sent();
  };

  return {
    getMasterchainInfo: async () => ({
      "@type": "blocks.masterchainInfo",
      last: blockAt((await ledger.tip(db)).seq),
      state_root_hash: zeroHash,
      init: blockAt(0n),
    }),
    getAddressInformation: async (params) => {
      const { address } = parseParams(ofAccount, params);
      const [found, { seq, at }] = await Promise.all([account(address), ledger.tip(db)]);
      return { ...informationOf(found), block_id: blockAt(seq), sync_utime: at };
    },
    getAddressBalance: async (params) => String(nanoOf(await account(parseParams(ofAccount, params).address))),
    getAddressState: async (params) => informationOf(await account(parseParams(ofAccount, params).address)).state,
    getTransactions: async (params) => {
      const { address, limit, lt, hash: of, to_lt: after } = parseParams(transactionsQuery, params);
      const upTo = lt !== undefined && of !== undefined ? { lt, hash: of } : undefined;
      return (await transactionsOf(db, address, { limit, upTo, after })).map(transactionForm);
    },
    sendBoc: async (params) => {
      await send(parseParams(z.object({ boc: base64 }), params));
      return { "@type": "ok" };
    },
    runGetMethod: async (params) => {
      const { address, method } = parseParams(methodQuery, params);
      const id = typeof method === "number" ? method : getMethodId(method);
      const [boc, { at }] = await Promise.all([ledger.account(db, address), ledger.tip(db)]);
      const { exitCode, gasUsed, stack } = await machine.ask(boc, id, at);
      return { "@type": "smc.runResult", gas_used: gasUsed, exit_code: exitCode, stack: stack.map(stackForm) };
    },
  };
};

export const nanoOf = ({ account }: ShardAccount): bigint => account?.storage.balance.coins ?? 0n;

const zeroHash = Buffer.alloc(32).toString("base64");

/** Blocks are not tracked here: each accepted message counts as one. */
const blockAt = (seq: bigint) => ({
  "@type": "ton.blockIdExt" as const,
  workchain: -1,
  shard: "-9223372036854775808",
  seqno: Number(seq),
  root_hash: zeroHash,
  file_hash: zeroHash,
});

const informationOf = (found: ShardAccount) => {
  const state = found.account?.storage.state;
  const code = state?.type === "active" ? state.state.code : undefined;
  const data = state?.type === "active" ? state.state.data : undefined;
  return {
    "@type": "raw.fullAccountState",
    balance: String(nanoOf(found)),
    state: stateOf(found),
    code: code?.toBoc().toString("base64") ?? "",
    data: data?.toBoc().toString("base64") ?? "",
    last_transaction_id: {
      "@type": "internal.transactionId" as const,
      lt: String(found.lastTransactionLt),
      hash: Buffer.from(found.lastTransactionHash.toString(16).padStart(64, "0"), "hex").toString("base64"),
    },
    frozen_hash: "",
  };
};

export const stateOf = ({ account }: ShardAccount): "active" | "uninitialized" | "frozen" => {
  const type = account?.storage.state.type ?? "uninit";
  return type === "uninit" ? "uninitialized" : type;
};

const transactionForm = ({ lt, hash: hex, boc }: StoredTransaction) => {
  const transaction = loadTransaction(Cell.fromBoc(boc)[0]!.beginParse());
  const { inMessage, outMessages, now, totalFees, description } = transaction;
  const storage = description.type === "generic" ? (description.storagePhase?.storageFeesCollected ?? 0n) : 0n;
  return {
    "@type": "raw.transaction",
    utime: now,
    data: boc.toString("base64"),
    transaction_id: {
      "@type": "internal.transactionId",
      lt: String(lt),
      hash: Buffer.from(hex, "hex").toString("base64"),
    },
    fee: String(totalFees.coins),
    storage_fee: String(storage),
    other_fee: String(totalFees.coins - storage),
    ...(inMessage && { in_msg: messageForm(inMessage) }),
    out_msgs: outMessages.values().map(messageForm),
  };
};

const messageForm = ({ info, body }: Message) => {
  const isInternal = info.type === "internal";
  const comment = commentIn(body);
  return {
    "@type": "raw.message",
    source: info.src?.toString() ?? "",
    destination: info.dest?.toString() ?? "",
    value: String(isInternal ? info.value.coins : 0n),
    fwd_fee: String(isInternal ? info.forwardFee : 0n),
    ihr_fee: String(isInternal ? info.ihrFee : 0n),
    created_lt: String(info.type === "external-in" ? 0n : info.createdLt),
    body_hash: body.hash().toString("base64"),
    msg_data:
      comment === ""
        ? { "@type": "msg.dataRaw", body: body.toBoc().toString("base64"), init_state: "" }
        : { "@type": "msg.dataText", text: Buffer.from(comment).toString("base64") },
    message: comment,
  };
};

const stackForm = (item: TupleItem): readonly unknown[] => {
  if (item.type === "int") {
    const digits = (item.value < 0n ? -item.value : item.value).toString(16);
    return ["num", `${item.value < 0n ? "-" : ""}0x${digits}`];
  }
  if (item.type === "cell" || item.type === "slice" || item.type === "builder")
    return [item.type, { bytes: item.cell.toBoc().toString("base64") }];
  throw new InvalidParams("This get-method returns an unsupported type. Only numbers and cells are supported.");
};

const parseParams = <S extends z.ZodType>(schema: S, params: unknown): z.output<S> => {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InvalidParams(`${issue?.path.join(".") ?? "params"}: ${issue?.message ?? "invalid value"}`);
};
