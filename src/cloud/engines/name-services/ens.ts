/** ENS (EIP-137) and compatible services, such as Space ID: a registry maps each name to its owner and resolver. */
import { createPublicClient, encodeFunctionData, http, parseAbi, zeroAddress, type Address, type Hex } from "viem";
import { namehash, normalize } from "viem/ens";
import { contentHashOf, contentInHash } from "./content-hash.ts";
import type { NameService } from "./name-services.ts";

const abi = parseAbi([
  "function owner(bytes32 node) view returns (address)",
  "function resolver(bytes32 node) view returns (address)",
  "function contenthash(bytes32 node) view returns (bytes)",
  "function setContenthash(bytes32 node, bytes hash)",
  "function ownerOf(uint256 id) view returns (address)",
]);
const timeoutMs = 10_000;

interface EnsOptions {
  readonly rpcUrl: string;
  readonly registry: string;
  /** Required ending of its names; undefined for any. */
  readonly ending?: string;
}

export const openEns = ({ rpcUrl, registry, ending }: EnsOptions): NameService => {
  const transport = http(rpcUrl, { timeout: timeoutMs, retryCount: 1 });
  // Anyone can create a resolver: an offchain lookup (EIP-3668) could lead to a host in the internal network.
  const client = createPublicClient({ transport, ccipRead: false });
  const ask = (address: Address, functionName: "owner" | "resolver", node: Hex) =>
    client.readContract({ address, abi, functionName, args: [node] });

  /** Returns the token's owner for a name in the name wrapper. */
  const holderOf = async (owner: Address, node: Hex): Promise<Address> => {
    const code = await client.getCode({ address: owner });
    if (code === undefined) return owner;
    const tokenOwner = client.readContract({ address: owner, abi, functionName: "ownerOf", args: [BigInt(node)] });
    return orDefault(tokenOwner, owner);
  };
  const contentAt = async (resolver: Address, node: Hex): Promise<string> => {
    const read = client.readContract({ address: resolver, abi, functionName: "contenthash", args: [node] });
    return contentInHash(await orDefault(read, "0x"));
  };

  return {
    normalise: async (name) => {
      try {
        const normal = normalize(name.trim());
        const labels = normal.split(".");
        return labels.length > 1 && !labels.includes("") && (!ending || normal.endsWith(ending)) ? normal : undefined;
      } catch {
        return undefined;
      }
    },
    look: async (name) => {
      const node = namehash(name);
      const at = registry as Address;
      const [owner, resolver] = await Promise.all([ask(at, "owner", node), ask(at, "resolver", node)]);
      const hasResolver = resolver !== zeroAddress;
      const [holder, content] = await Promise.all([
        owner === zeroAddress ? undefined : holderOf(owner, node),
        hasResolver ? contentAt(resolver, node) : "",
      ]);
      return { owner: holder, resolver: hasResolver ? resolver : undefined, content };
    },
    valueOf: async (content) => contentHashOf(content),
    setting: async (name, { owner, resolver }, content) => {
      if (!owner || !resolver) return undefined;
      const args = [namehash(name), contentHashOf(content) as Hex] as const;
      const data = encodeFunctionData({ abi, functionName: "setContenthash", args });
      return { chainId: await client.getChainId(), to: resolver, data, registry };
    },
  };
};

/**
 * Returns a contract's result, or `without` when it has no such function or refuses. Throws when the node cannot be
 * asked.
 */
const orDefault = async <T>(call: Promise<T>, fallback: T): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    const name = (error as { name?: string }).name;
    if (name === "ContractFunctionExecutionError" && !isUnreachable(error)) return fallback;
    throw error;
  }
};

const isUnreachable = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (["HttpRequestError", "TimeoutError"].includes(cause.name)) return true;
  }
  return false;
};
