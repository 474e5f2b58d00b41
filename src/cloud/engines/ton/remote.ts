import type { TonClient } from "@ton/ton";
import { TonRefused, type Ton } from "./ton.ts";

interface Node {
  /** JSON-RPC of a TON Center node, such as https://toncenter.com/api/v2/jsonRPC. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** An address in the form of its network. */
  readonly collector: string;
}

const timeoutMs = 10_000;
/** Of the friendly form: the flag that says that an address is of a test network. */
const testOnlyFlag = 0x80;

/** A chain elsewhere. Its library is loaded at the first use. */
export const openRemoteTon = ({ url, apiKey, collector }: Node): Ton => {
  let opening: Promise<Remote> | undefined;
  const opened = (): Promise<Remote> => (opening ??= open(url, apiKey));
  return {
    embedded: false,
    network: (Buffer.from(collector, "base64")[0]! & testOnlyFlag) === 0 ? "-239" : "-3",
    collector: async () => collector,
    transactions: async (address, { limit, upTo }) => {
      const { client, addressIn, told } = await opened();
      const place = upTo && { lt: String(upTo.lt), hash: Buffer.from(upTo.hash, "hex").toString("base64") };
      const found = await client.getTransactions(addressIn(address), { limit, ...place, inclusive: true });
      return found.map(told);
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
    handle: undefined,
    faucet: undefined,
  };
};

interface Remote {
  readonly client: TonClient;
  readonly addressIn: (typeof import("./read-transaction.ts"))["addressIn"];
  readonly told: (typeof import("./read-transaction.ts"))["told"];
}

const open = async (endpoint: string, apiKey: string | undefined): Promise<Remote> => {
  const [library, { addressIn, told }] = await Promise.all([import("@ton/ton"), import("./read-transaction.ts")]);
  const client = new library.TonClient({ endpoint, timeout: timeoutMs, ...(apiKey !== undefined && { apiKey }) });
  return { client, addressIn, told };
};

/** A node says no with a status of 4xx or 5xx, and why; anything else is a node that does not answer. */
const refused = (error: unknown): never => {
  const { response } = error as { response?: { data?: { error?: unknown } } };
  const reason = response?.data?.error;
  if (typeof reason !== "string") throw error;
  const exitCode = /exit ?code[=: ]+(-?\d+)/i.exec(reason)?.[1];
  throw new TonRefused("The node did not take the message", exitCode === undefined ? undefined : Number(exitCode));
};
