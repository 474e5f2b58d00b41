/** Connects to an external Arweave node or gateway (ARWEAVE_URL) through the `arweave` package. */
import { Refused, type Arweave, type ArweaveNode } from "./arweave.ts";
import { arweaveLibrary } from "./library.ts";

/** About twenty minutes on the public network, deeper than any fork. */
const confirmationsNeeded = 10;

export const openRemoteArweave = (address: string): Arweave => {
  const url = new URL(address);
  const client = async () => {
    const { protocol, hostname, port, pathname } = url;
    const scheme = protocol.slice(0, -1);
    const path = pathname.replace(/\/+$/, "");
    // The library has no option for a path, so it is appended to the port.
    return (await arweaveLibrary()).init({
      protocol: scheme,
      host: hostname,
      port: `${port || (scheme === "https" ? 443 : 80)}${path}`,
    });
  };
  const post = async (endpoint: string, body: object): Promise<void> => {
    const { status, data } = await (await client()).api.post<unknown>(endpoint, body);
    if (status >= 200 && status < 300) return;
    const message = `Arweave responded with status ${status}: ${messageOf(data)}`;
    // Busy or behind: a retry may succeed.
    if (status >= 500 || status === 429 || message.includes("data_root_not_found")) throw new Error(message);
    throw new Refused(message, status);
  };

  const node: ArweaveNode = {
    anchor: async () => (await client()).transactions.getTransactionAnchor(),
    price: async (bytes) => BigInt(await (await client()).transactions.getPrice(bytes)),
    balance: async (wallet) => BigInt(await (await client()).wallets.getBalance(wallet)),
    postTransaction: (transaction) => post("tx", transaction),
    postChunk: (chunk) => post("chunk", chunk),
    status: async (id) => {
      const { status, confirmed } = await (await client()).transactions.getStatus(id);
      if (status === 200 && confirmed)
        return { height: confirmed.block_height, confirmations: confirmed.number_of_confirmations };
      if (status === 202) return "pending";
      if (status === 404) return undefined;
      throw new Error(`Arweave responded with status ${status} to a status request for ${id}.`);
    },
  };
  return {
    isEmbedded: false,
    node,
    confirmationsNeeded,
    urlOf: (id) => `${address.replace(/\/+$/, "")}/${id}`,
    endow: async () => undefined,
    held: async () => [],
    handle: undefined,
    close: async () => undefined,
  };
};

const messageOf = (data: unknown): string => {
  const error = (data as { error?: unknown } | null)?.error;
  const text = typeof error === "string" ? error : typeof data === "string" ? data : JSON.stringify(data);
  return text.slice(0, 200);
};
