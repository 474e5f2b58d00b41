import type { TonClient } from "@ton/ton";
import type { PayoutWallet, TonWalletVersion } from "./payout.ts";
import { TonRefused, type Ton, type TonPayout } from "./ton.ts";

interface Node {
  /** JSON-RPC URL of a TON Center node, such as https://toncenter.com/api/v2/jsonRPC. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** An address in the form of its network. */
  readonly collector: string;
  /** The payout wallet, if configured. */
  readonly payout?: PayoutKey | undefined;
}

interface PayoutKey {
  /** 24 words. */
  readonly words: string[];
  readonly version: TonWalletVersion;
}

const timeoutMs = 10_000;
/** Flag in the user-friendly form that marks testnet addresses. */
const testOnlyFlag = 0x80;

/** Opens an external chain. Its library is loaded on first use. */
export const openRemoteTon = ({ url, apiKey, collector, payout }: Node): Ton => {
  let opening: Promise<Remote> | undefined;
  const opened = (): Promise<Remote> => (opening ??= open(url, apiKey));
  const network = (Buffer.from(collector, "base64")[0]! & testOnlyFlag) === 0 ? "-239" : "-3";
  return {
    embedded: false,
    network,
    collector: async () => collector,
    transactions: async (address, { limit, upTo }) => {
      const { client, addressIn, parsedTransaction } = await opened();
      const place = upTo && { lt: String(upTo.lt), hash: Buffer.from(upTo.hash, "hex").toString("base64") };
      const history = await client.getTransactions(addressIn(address), { limit, ...place, inclusive: true });
      return history.map(parsedTransaction);
    },
    account: async (address) => {
      const { client, addressIn } = await opened();
      const { balance, state } = await client.getContractState(addressIn(address));
      return { nano: balance, state };
    },
    seqno: async (address) => {
      const { client, addressIn } = await opened();
      const at = addressIn(address);
      const { state } = await client.getContractState(at);
      return state === "active" ? (await client.runMethod(at, "seqno")).stack.readNumber() : 0;
    },
    send: async (boc) => {
      const { client } = await opened();
      await client.sendFile(Buffer.from(boc)).catch(refused);
    },
    onSent: () => () => undefined,
    payout: payout && openPayout(payout, network),
    handle: undefined,
    faucet: undefined,
  };
};

const openPayout = ({ words, version }: PayoutKey, network: Ton["network"]): TonPayout => {
  let opening: Promise<PayoutWallet> | undefined;
  const opened = (): Promise<PayoutWallet> => (opening ??= open());
  const open = async (): Promise<PayoutWallet> => {
    const [{ mnemonicToPrivateKey }, { payoutWallet }] = await Promise.all([
      import("@ton/crypto"),
      import("./payout.ts"),
    ]);
    return payoutWallet(await mnemonicToPrivateKey(words), version, network);
  };
  return {
    address: async () => (await import("./payout.ts")).addressOf(await opened(), network),
    sign: async (payment) => (await import("./payout.ts")).signPayment(await opened(), payment),
  };
};

interface Remote {
  readonly client: TonClient;
  readonly addressIn: (typeof import("./read-transaction.ts"))["addressIn"];
  readonly parsedTransaction: (typeof import("./read-transaction.ts"))["parsedTransaction"];
}

const open = async (endpoint: string, apiKey: string | undefined): Promise<Remote> => {
  const [library, { addressIn, parsedTransaction }] = await Promise.all([
    import("@ton/ton"),
    import("./read-transaction.ts"),
  ]);
  const client = new library.TonClient({ endpoint, timeout: timeoutMs, ...(apiKey !== undefined && { apiKey }) });
  return { client, addressIn, parsedTransaction };
};

/** Throws a rejection with a reason for a status of 4xx or 5xx; any other error means that the node is unreachable. */
const refused = (error: unknown): never => {
  const { response } = error as { response?: { data?: { error?: unknown } } };
  const reason = response?.data?.error;
  if (typeof reason !== "string") throw error;
  const exitCode = /exit ?code[=: ]+(-?\d+)/i.exec(reason)?.[1];
  throw new TonRefused("The TON node rejected the message", exitCode === undefined ? undefined : Number(exitCode));
};
