/** ENS (EIP-137) and compatible services, such as Space ID: a registry maps each name to its owner and resolver. */
import { ensNormalize, Interface, namehash, ZeroAddress } from "ethers";
import { RpcError } from "../network/rpc-error.ts";
import { contentHashOf, contentInHash } from "./content-hash.ts";
import { askNodeAt } from "./json-rpc.ts";
import type { NameService } from "./name-services.ts";

const abi = new Interface([
  "function owner(bytes32 node) view returns (address)",
  "function resolver(bytes32 node) view returns (address)",
  "function contenthash(bytes32 node) view returns (bytes)",
  "function setContenthash(bytes32 node, bytes hash)",
  "function ownerOf(uint256 id) view returns (address)",
]);

interface EnsOptions {
  readonly rpcUrl: string;
  readonly registry: string;
  /** Required ending of its names; undefined for any. */
  readonly ending?: string;
}

export const openEns = ({ rpcUrl, registry, ending }: EnsOptions): NameService => {
  const ask = askNodeAt(rpcUrl);
  // Anyone can create a resolver: its offchain lookup (EIP-3668) could lead to a host in the internal network, so a
  // contract that asks for one has refused.
  const read = async (to: string, name: string, argument: string): Promise<string> => {
    const result = await ask("eth_call", { to, data: abi.encodeFunctionData(name, [argument]) }, "latest");
    try {
      return abi.decodeFunctionResult(name, result as string)[0] as string;
    } catch (error) {
      throw new NoResult(`${to} has no ${name}.`, { cause: error });
    }
  };

  /** Returns the token's owner for a name in the name wrapper. */
  const holderOf = async (owner: string, node: string): Promise<string> =>
    (await ask("eth_getCode", owner, "latest")) === "0x" ? owner : orDefault(read(owner, "ownerOf", node), owner);

  return {
    normalise: async (name) => {
      try {
        const normal = ensNormalize(name.trim());
        const labels = normal.split(".");
        return labels.length > 1 && !labels.includes("") && (!ending || normal.endsWith(ending)) ? normal : undefined;
      } catch {
        return undefined;
      }
    },
    look: async (name) => {
      const node = namehash(name);
      const [owner, resolver] = await Promise.all([read(registry, "owner", node), read(registry, "resolver", node)]);
      const hasResolver = resolver !== ZeroAddress;
      const [holder, content] = await Promise.all([
        owner === ZeroAddress ? undefined : holderOf(owner, node),
        hasResolver ? orDefault(read(resolver, "contenthash", node), "0x") : "0x",
      ]);
      return { owner: holder, resolver: hasResolver ? resolver : undefined, content: contentInHash(content) };
    },
    valueOf: async (content) => contentHashOf(content),
    setting: async (name, { owner, resolver }, content) => {
      if (!owner || !resolver) return undefined;
      const data = abi.encodeFunctionData("setContenthash", [namehash(name), contentHashOf(content)]);
      return { chainId: Number(await ask("eth_chainId")), to: resolver, data, registry };
    },
  };
};

/** The contract's response is not one of this function. */
class NoResult extends Error {}

/** Returns a contract's result; the default if it has no such function or refuses. Throws if the node is unreachable. */
const orDefault = async <T>(call: Promise<T>, fallback: T): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RpcError || error instanceof NoResult) return fallback;
    throw error;
  }
};
