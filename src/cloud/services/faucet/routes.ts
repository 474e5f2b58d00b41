import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { AppError } from "../../app-error.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import { route, type Route } from "../route.ts";

/** Test coins for whoever asks, on the cloud's own chains. Throws NOT_FOUND where there are none to give. */
export const faucetRoutes = ({ faucet, find }: Pick<Evm, "faucet" | "find">): Route[] => [
  route(askFaucet, async ({ body }) => {
    const chain = find(body.chain);
    if (!faucet || !chain) throw new AppError("NOT_FOUND");
    await faucet(chain.key, body.address);
    return null;
  }),
];
