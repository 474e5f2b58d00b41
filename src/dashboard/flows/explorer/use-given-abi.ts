import { useEffect, useState } from "react";
import { forgetAbi, givenAbi, type GivenAbi } from "./abis.ts";

export interface GivenAbiView {
  /** undefined until the cloud has said whether there is one. */
  readonly abi: GivenAbi | undefined;
  /** It was replaced. */
  readonly changed: () => void;
}

/** The name and the ABI of one contract. */
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
