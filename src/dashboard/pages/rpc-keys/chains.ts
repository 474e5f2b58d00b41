/** The chains that the cloud offers, one for each network, with their addresses. */
import type { RpcEndpoint } from "../../../../resources/rpc/stat-calls.ts";
import { rpcEndpoints } from "../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";

export interface RpcChain {
  /** "polygon/mainnet", as keys, figures and logs name it. */
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
  /** To which a key is added. */
  readonly http: string;
  readonly socket: string;
  /** The cloud's own: coins on it are worth nothing. */
  readonly isOwn: boolean;
}

/** Undefined until the first response. */
export const useRpcChains = () => {
  const { data, error, reload } = useCall(rpcEndpoints, { query: { type: "ALL" } });
  return { chains: data && chainsOf(data), error, reload };
};

/** Of each network its address over HTTP, then that of its websocket. */
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

/** As people know a chain; of one that is offered no longer, as it was addressed. */
export const nameOfChain = (chains: readonly RpcChain[] | undefined, id: string): string =>
  chains?.find((chain) => chain.id === id)?.name ?? id;
