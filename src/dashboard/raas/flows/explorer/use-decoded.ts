/** Decodes a transaction's input, logs, calls and revert, by the ABIs of the contracts involved. */
import type { Decoded, DecodedValue } from "../../../chains/rollup/abi.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { givenAbi } from "./abis.ts";
import type { WholeTransaction } from "./use-chain.ts";

export type { Decoded, DecodedValue };

export interface Reading {
  /** undefined if no ABI fits. */
  readonly input: Decoded | undefined;
  /** By position in the receipt. */
  readonly logs: readonly (Decoded | undefined)[];
  /** By position in the trace. */
  readonly calls: readonly (Decoded | undefined)[];
  readonly revert: string | undefined;
  /** The contracts' names, by address in lower case. */
  readonly names: Readonly<Record<string, string>>;
}

/** Maximum number of contracts to look up per transaction. */
const contractsMax = 24;

/** undefined until decoded, and if the decoder fails to load: then the raw data is shown. */
export const useDecoded = (chainId: string, loaded: WholeTransaction | null | undefined): Reading | undefined =>
  useCached({
    queryKey: ["decoded", chainId, loaded?.transaction.hash, Boolean(loaded?.mined)],
    queryFn: () => read(chainId, loaded!),
    enabled: Boolean(loaded),
  }).data;

const read = async (chainId: string, { transaction, mined }: WholeTransaction): Promise<Reading> => {
  const { input, to } = transaction;
  const { receipt, calls = [], revert } = mined ?? {};
  const logs = receipt?.logs ?? [];
  const addresses = [
    to,
    receipt?.contractAddress,
    ...logs.map(({ address }) => address),
    ...calls.map((call) => call.to),
  ];
  const contracts = [...new Set(addresses.flatMap((address) => (address ? [address.toLowerCase()] : [])))].slice(
    0,
    contractsMax,
  );
  const [abi, ...givenAbis] = await Promise.all([
    import("../../../chains/rollup/abi.ts"),
    ...contracts.map((address) => givenAbi(chainId, address)),
  ]);
  const byAddress = new Map(contracts.map((address, index) => [address, givenAbis[index]!]));
  const abiOf = (address: string | null | undefined) => {
    const text = address && byAddress.get(address.toLowerCase())?.abi;
    return text ? abi.readAbi(text) : undefined;
  };
  return {
    input: to && input !== "0x" ? abi.decodeInput(abiOf(to), input) : undefined,
    logs: logs.map((log) => abi.decodeLog(abiOf(log.address), log)),
    calls: calls.map((call) => (call.input === "0x" ? undefined : abi.decodeInput(abiOf(call.to), call.input))),
    revert: revert === undefined ? undefined : abi.decodeRevert(abiOf(to), revert),
    names: Object.fromEntries([...byAddress].flatMap(([address, { name }]) => (name ? [[address, name]] : []))),
  };
};
