import { RpcError } from "../../network/rpc-error.ts";
import type { Answering } from "./json-rpc.ts";
import { nodeMethods } from "./methods.ts";

export interface AnsweringChain {
  readonly chainId: number;
  /** Sends a request to the chain, eth_sendRawTransaction included. */
  call(request: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
  /** Methods passed to the node; those of local chains by default. */
  readonly methods?: ReadonlySet<string>;
}

/** Answers the methods on the gateway's allow list. Answers that depend only on settings do not use the node. */
export const answeringFor = ({ chainId, call, methods = nodeMethods }: AnsweringChain): Answering => {
  const constants: Readonly<Record<string, unknown>> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    net_version: String(chainId),
    web3_clientVersion: "Freehold",
  };
  return async (method, params) => {
    if (Object.hasOwn(constants, method)) return constants[method];
    if (method === "eth_sendRawTransaction" || methods.has(method)) return call({ method, params });
    throw new RpcError(-32_601, `The method "${method}" is not available.`);
  };
};
