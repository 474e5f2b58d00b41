import { askTonFaucet } from "../../../../resources/chains/ton-faucet.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import { InvalidTonAddress, type Ton } from "../../engines/ton/ton.ts";
import { outsideTransaction, route, type Route } from "../../kernel/calls/route.ts";

/** Test coins on the local TON devnet. Throws NOT_FOUND with a public network, and INVALID_INPUT. */
export const tonFaucetRoutes = ({ faucet }: Pick<Ton, "faucet">): Route[] => [
  route(
    askTonFaucet,
    outsideTransaction(async ({ body }) => {
      if (!faucet) throw new AppError("NOT_FOUND");
      await faucet(body.address).catch((error: unknown) => {
        if (!(error instanceof InvalidTonAddress)) throw error;
        throw invalidField("address", error.message);
      });
      return null;
    }),
  ),
];
