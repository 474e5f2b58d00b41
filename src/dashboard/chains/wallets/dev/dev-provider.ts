/**
 * An EIP-1193 wallet with the standard error codes. Used as the built-in wallet, and injected by the tests to simulate
 * each brand.
 */
import { propertyOf } from "../error-chain.ts";
import { ProviderError, refusals, type WalletEvent, type WalletListener, type WalletProvider } from "../provider.ts";
import type { Approval, Approve } from "./approval.ts";
import { openChainTable, parseChainId, type ChainStore, type ChainTable, type WalletChain } from "./chain-table.ts";
import type { KeyStore } from "./key-store.ts";
import type * as Signer from "./signer.ts";

export interface DevProviderOptions {
  readonly keys: KeyStore;
  readonly loadSigner: () => Promise<typeof Signer>;
  readonly approve: Approve;
  /** Initial networks; with a store, added ones are restored. */
  readonly chains: readonly WalletChain[];
  readonly chainId: number;
  readonly chainStore?: ChainStore;
  /** Requests test coins on a network with a faucet. */
  readonly topUp?: (chainId: number, address: string) => Promise<void>;
  /** The requesting site. */
  readonly origin: string;
}

type Handler = (params: readonly unknown[]) => Promise<unknown>;

export interface DevProvider extends WalletProvider {
  /** Notifies listeners of changes in the wallet itself: another account, another network. */
  emit(event: WalletEvent, payload: unknown): void;
}

export const createDevProvider = ({
  keys,
  loadSigner,
  approve,
  origin,
  topUp,
  ...network
}: DevProviderOptions): DevProvider => {
  const listeners = new Map<WalletEvent, Set<WalletListener>>();
  let opened: Promise<ChainTable> | undefined;
  const table = () => (opened ??= openChainTable(network, network.chainStore));
  let pendingMethod: string | undefined;

  const emit = (event: WalletEvent, payload: unknown) => listeners.get(event)?.forEach((listener) => listener(payload));

  const requireApproval = async (method: string, approval: Approval) => {
    if (pendingMethod) {
      const message = `Request of type '${pendingMethod}' already pending for origin ${origin}. Please wait.`;
      throw new ProviderError(refusals.pending, message);
    }
    pendingMethod = method;
    try {
      if (!(await approve(approval))) throw new ProviderError(refusals.rejected, "User rejected the request.");
    } finally {
      pendingMethod = undefined;
    }
  };

  const account = async () => {
    const signer = await loadSigner();
    const key = await keys.key(signer.newPrivateKey);
    return { signer, key, address: signer.addressOf(key) };
  };

  /** Returns the account that a request names, which must be ours and connected. */
  const ownAccount = async (named: unknown) => {
    const own = await account();
    const connected = await keys.connected();
    if (connected && String(named).toLowerCase() === own.address.toLowerCase()) return own;
    throw new ProviderError(refusals.unauthorized, "unknown account");
  };

  const useChain = async (chain: WalletChain) => {
    const chains = await table();
    if (chain.chainId === chains.current().chainId) return;
    await chains.use(chain);
    emit("chainChanged", toQuantity(chain.chainId));
  };

  const connect = async () => {
    const { address } = await account();
    if (await keys.connected()) return [address];
    await requireApproval("eth_requestAccounts", { kind: "connect", address, origin });
    await keys.setConnected(true);
    emit("accountsChanged", [address]);
    return [address];
  };

  const handlers: Record<string, Handler> = {
    eth_chainId: async () => toQuantity((await table()).current().chainId),
    net_version: async () => String((await table()).current().chainId),
    eth_accounts: async () => ((await keys.connected()) ? [(await account()).address] : []),
    eth_requestAccounts: connect,
    wallet_revokePermissions: async () => {
      await keys.setConnected(false);
      emit("accountsChanged", []);
      return null;
    },
    personal_sign: async ([message, named]) => {
      const { signer, key, address } = await ownAccount(named);
      if (typeof message !== "string") throw new ProviderError(refusals.invalidParams, "Expected a message to sign.");
      await requireApproval("personal_sign", { kind: "sign", address, text: signer.readableText(message) });
      return signer.signMessage(key, message);
    },
    eth_signTypedData_v4: async ([named, typedData]) => {
      const { signer, key, address } = await ownAccount(named);
      const data = parseTypedData(typedData);
      const text = JSON.stringify(data.message, undefined, 2);
      await requireApproval("eth_signTypedData_v4", {
        kind: "sign-typed",
        address,
        domain: textOr(data.domain["name"], data.primaryType),
        text,
      });
      return signer.signTypedData(key, data);
    },
    wallet_switchEthereumChain: async ([wanted]) => {
      const chains = await table();
      const chain = chains.find(propertyOf(wanted, "chainId"));
      if (chain.chainId === chains.current().chainId) return null;
      await requireApproval("wallet_switchEthereumChain", { kind: "switch-chain", chainName: chain.name });
      await useChain(chain);
      return null;
    },
    wallet_addEthereumChain: async ([newChain]) => {
      const chain = parseNewChain(newChain);
      await requireApproval("wallet_addEthereumChain", {
        kind: "add-chain",
        chainName: chain.name,
        rpcUrl: chain.rpcUrl,
      });
      await (await table()).add(chain);
      await useChain(chain);
      return null;
    },
    eth_sendTransaction: async ([transaction]) => {
      const own = await ownAccount(propertyOf(transaction, "from"));
      const [{ sendTransaction }, chains] = await Promise.all([import("./transactions.ts"), table()]);
      return sendTransaction(own, transaction as object, {
        chains,
        requireApproval: (approval) => requireApproval("eth_sendTransaction", approval),
        ...(topUp && { topUp }),
      });
    },
  };

  return {
    request: async ({ method, params = [] }) => {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      return handler ? handler(params) : (await table()).forward(method, params);
    },
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener);
    },
    emit,
  };
};

const textOr = (value: unknown, fallback: string): string => (typeof value === "string" ? value : fallback);

const toQuantity = (value: number): string => `0x${value.toString(16)}`;

const parseNewChain = (newChain: unknown) => {
  const symbol = propertyOf(propertyOf(newChain, "nativeCurrency"), "symbol");
  const urls = propertyOf(newChain, "rpcUrls");
  const rpcUrl: unknown = Array.isArray(urls) ? urls[0] : undefined;
  if (typeof rpcUrl !== "string") throw new ProviderError(refusals.invalidParams, "Expected an RPC URL in 'rpcUrls'.");
  const chainId = parseChainId(propertyOf(newChain, "chainId"));
  const name = textOr(propertyOf(newChain, "chainName"), `Chain ${chainId}`);
  return { chainId, name, rpcUrl, ...(typeof symbol === "string" && { symbol }) };
};

const parseTypedData = (typedData: unknown): Signer.TypedData => {
  const data: unknown = typeof typedData === "string" ? JSON.parse(typedData) : typedData;
  const named = ["domain", "types", "message"].every((name) => typeof propertyOf(data, name) === "object");
  if (named && typeof propertyOf(data, "primaryType") === "string") return data as Signer.TypedData;
  throw new ProviderError(refusals.invalidParams, "Expected typed data with domain, types, primaryType and message.");
};
