/** Clients of a chain for the server's own use, based on ethers. Loaded with the first chain in use. */
import {
  JsonRpcProvider,
  Network,
  Wallet,
  type JsonRpcPayload,
  type Subscriber,
  type Subscription,
  type TransactionRequest,
} from "ethers";
import { answerWith, type Answering } from "./rpc/json-rpc.ts";

/** A network without plug-ins: ethers adds some to known networks that query other hosts for gas prices. */
const bareNetwork = (chainId: number): Network => new Network(`chain-${chainId}`, chainId);
/** Disables caching, so that reads after a transaction are never stale. */
const optionsOf = (network: Network) => ({ staticNetwork: network, cacheTimeout: -1, pollingInterval: 250 });

interface PollingSubscriber extends Subscriber {
  _poll(blockNumber: number, provider: unknown): Promise<void>;
}

/**
 * Ignores failed polls for a receipt: ethers leaves their rejections unhandled, which ends the process. The next block
 * polls again.
 */
class SteadyProvider extends JsonRpcProvider {
  override _getSubscriber(subscription: Subscription): Subscriber {
    const subscriber = super._getSubscriber(subscription) as Subscriber & Partial<PollingSubscriber>;
    const poll = subscriber._poll?.bind(subscriber);
    if (poll) subscriber._poll = (...block) => poll(...block).catch(() => undefined);
    return subscriber;
  }
}

/** Returns a client that sends requests over HTTP. */
export const providerAt = (url: string, chainId: number): JsonRpcProvider => {
  const network = bareNetwork(chainId);
  return new SteadyProvider(url, network, optionsOf(network));
};

class InProcessProvider extends SteadyProvider {
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

/** Returns a client of a local chain that goes through the gateway. */
export const providerOf = (answering: Answering, chainId: number): JsonRpcProvider =>
  new InProcessProvider(answering, bareNetwork(chainId));

/** Sends transactions one after another, so that no two of this process use the same nonce. */
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
