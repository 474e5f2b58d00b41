import { useEffect, useState } from "react";
import { forgetAbi, givenAbi, type GivenAbi } from "./abis.ts";

export interface GivenAbiView {
  /** undefined until loaded. */
  readonly abi: GivenAbi | undefined;
  /** Reloads it after it was replaced. */
  readonly changed: () => void;
}

/** Returns the name and the ABI of one contract. */
export const useGivenAbi = (chainId: string, address: string | undefined): GivenAbiView => {
  const [abi, setAbi] = useState<GivenAbi>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (address === undefined) return undefined;
    let left = false;
    void givenAbi(chainId, address).then((answer) => left || setAbi(answer));
    return () => {
      left = true;
    };
  }, [chainId, address, turn]);
  const changed = (): void => {
    if (address !== undefined) forgetAbi(chainId, address);
    setTurn((value) => value + 1);
  };
  return { abi, changed };
};
