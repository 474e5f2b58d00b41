import { useCached } from "../../../ui/cached/use-cached.ts";
import { forgetAbi, givenAbi, type GivenAbi } from "./abis.ts";

export interface GivenAbiView {
  /** undefined until loaded. */
  readonly abi: GivenAbi | undefined;
  /** Reloads it after it was replaced. */
  readonly changed: () => void;
}

/** Returns the name and the ABI of one contract. */
export const useGivenAbi = (chainId: string, address = ""): GivenAbiView => {
  const { data: abi, reload } = useCached({
    queryKey: ["given-abi", chainId, address],
    queryFn: () => givenAbi(chainId, address),
    enabled: address !== "",
  });
  const changed = (): void => {
    forgetAbi(chainId, address);
    reload();
  };
  return { abi, changed };
};
