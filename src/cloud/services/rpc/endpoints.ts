/** URLs of chains, for setting up clients. */
import type { RpcEndpoint, rpcEndpointTypes } from "../../../../resources/rpc/stat-calls.ts";
import type { RpcChain } from "./chains.ts";

/** Returns the URLs; `origin` is the one of the caller's request. */
export const endpointsOf = (
  chains: readonly RpcChain[],
  type: (typeof rpcEndpointTypes)[number],
  origin: string,
): RpcEndpoint[] =>
  [...Map.groupBy(chains, ({ key }) => key)].map(([key, networks]) => ({
    chain: key,
    name: networks[0]!.name,
    logo: key,
    networks: networks.map(({ network }) => network),
    url: networks.flatMap(({ id }) => addressesOf(`${origin}/v1/${id}/`, type)),
    chainIds: networks.map(({ chainId }) => chainId),
    isOwn: networks.every(({ isOwn }) => isOwn),
  }));

const addressesOf = (http: string, type: (typeof rpcEndpointTypes)[number]): string[] => {
  const socket = http.replace(/^http/, "ws");
  if (type === "ALL") return [http, socket];
  return [type === "HTTP" ? http : socket];
};
