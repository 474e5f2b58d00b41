/** Clients of a chain for the cloud's own use, on ethers. Loaded with the first chain that is used. */
import { JsonRpcProvider, Network, Wallet, type JsonRpcPayload, type TransactionRequest } from "ethers";
import { answerWith, type Answering } from "./rpc/json-rpc.ts";

/** Bare: with a network that ethers knows come plug-ins that ask other hosts what gas costs. */
const bareNetwork = (chainId: number): Network => new Network(`chain-${chainId}`, chainId);
/** Nothing is kept, so that nothing old is read right after a transaction. */
const optionsOf = (network: Network) => ({ staticNetwork: network, cacheTimeout: -1, pollingInterval: 250 });

/** Asks a node by HTTP. */
export const providerAt = (url: string, chainId: number): JsonRpcProvider => {
  const network = bareNetwork(chainId);
  return new JsonRpcProvider(url, network, optionsOf(network));
};

class InProcessProvider extends JsonRpcProvider {
  readonly #answering: Answering;

  constructor(answering: Answering, network: Network) {
    super("http://localhost", network, { ...optionsOf(network), batchMaxCount: 1 });
    this.#answering = answering;
  }

  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]) {
    const fault: { error?: unknown } = {};
    const answer = await answerWith(this.#answering, payload, (error) => void (fault.error = error));
    if (fault.error !== undefined) throw fault.error;
    return [answer].flat() as Awaited<ReturnType<JsonRpcProvider["_send"]>>;
  }
}

/** Asks a chain of the cloud's own, by the way that everybody has. */
export const providerOf = (answering: Answering, chainId: number): JsonRpcProvider =>
  new InProcessProvider(answering, bareNetwork(chainId));

/** Sends one transaction after another, so that no two of this process take the same nonce. */
class OrderedWallet extends Wallet {
  #turn: Promise<unknown> = Promise.resolve();

  override sendTransaction(transaction: TransactionRequest) {
    const sending = this.#turn.then(() => super.sendTransaction(transaction));
    this.#turn = sending.catch(() => undefined);
    return sending;
  }
}

export const walletOf = (privateKey: string, provider: JsonRpcProvider): Wallet =>
  new OrderedWallet(privateKey, provider);
