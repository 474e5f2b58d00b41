import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { zkSyncLite } from "../../../../resources/chains.ts";
import { AppError } from "../../app-error.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import { route, type Route } from "../route.ts";

/** Test coins for whoever asks, on the cloud's own chains. Throws NOT_FOUND where there are none to give. */
export const faucetRoutes = (evm: Pick<Evm, "faucet" | "find">, onLite?: Give): Route[] => [
  route(askFaucet, async ({ body: { chain, address } }) => {
    const give = chain === zkSyncLite.key ? onLite : onChain(evm, chain);
    if (!give) throw new AppError("NOT_FOUND");
    await give(address);
    return null;
  }),
];

type Give = (address: string) => Promise<void>;

const onChain = ({ faucet, find }: Pick<Evm, "faucet" | "find">, key: string): Give | undefined => {
  const chain = find(key);
  return faucet && chain && ((address) => faucet(chain.key, address));
};
