/** Available chains with their endpoint URLs and nodes. */
import { type RpcEndpoint, rpcEndpoints } from "../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";

export interface RpcChain {
  /** ID in keys, statistics and logs: "polygon/mainnet". */
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
  /** Base URL. The key is appended. */
  readonly http: string;
  readonly socket: string;
  /** A local devnet, whose coins have no value. */
  readonly isOwn: boolean;
}

/** Loads the available chains. Undefined while loading. */
export const useRpcChains = () => {
  const { data, error, reload } = useCall(rpcEndpoints, { query: { type: "ALL" } });
  return { chains: data && chainsOf(data), error, reload };
};

/** Returns one entry per network. The URLs alternate between HTTP and WebSocket. */
export const chainsOf = (endpoints: readonly RpcEndpoint[]): RpcChain[] =>
  endpoints.flatMap(({ chain, name, networks, url, chainIds, isOwn }) =>
    networks.map((network, at) => ({
      id: `${chain}/${network}`,
      name: network === "mainnet" ? name : `${name} ${network}`,
      chainId: chainIds[at]!,
      http: url[at * 2]!,
      socket: url[at * 2 + 1]!,
      isOwn,
    })),
  );

/** Returns the name of a chain, or its ID if it is no longer available. */
export const nameOfChain = (chains: readonly RpcChain[] | undefined, id: string): string =>
  chains?.find((chain) => chain.id === id)?.name ?? id;

export type Transport = "HTTP" | "WEBSOCKET";

export const transports = [
  { value: "HTTP", label: "HTTP" },
  { value: "WEBSOCKET", label: "WebSocket" },
] as const;

/** Placeholder for the key. */
export const keyPlaceholder = "<key>";

export const addressOf = (chain: Pick<RpcChain, "http" | "socket">, transport: Transport, userKey: string): string =>
  (transport === "HTTP" ? chain.http : chain.socket) + userKey;

/** Returns the URL with a masked key, safe for screen sharing. */
export const maskedAddressOf = (chain: Pick<RpcChain, "http" | "socket">, transport: Transport): string =>
  addressOf(chain, transport, "••••••");

/** Returns the display name of a node from the x-rpc-upstream header. */
export const nodeLabel = (upstream: string | null | undefined): string | undefined =>
  upstream === "own" ? "local node" : (upstream ?? undefined);
