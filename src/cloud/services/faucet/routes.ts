import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { faucetGiftsPerDay } from "../../../../resources/chain-limits.ts";
import { boostChain, zkSyncLite } from "../../../../resources/chains.ts";
import { AppError } from "../../app-error.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import { outsideTransaction, route, type Route } from "../route.ts";
import { countGift, requireGift, uncountGift } from "./gifts.ts";

/**
 * Test coins on local devnets, limited each day for an address and an account. Signed-in accounts also get Boost
 * tokens, once a day each. Throws NOT_FOUND with public chains, and FAUCET_USED.
 */
export const faucetRoutes = (evm: Pick<Evm, "faucet" | "find">, onLite?: Give): Route[] => [
  route(
    askFaucet,
    outsideTransaction(async ({ db, caller, body: { chain, address } }) => {
      const give = chain === zkSyncLite.key ? onLite : onChain(evm, chain);
      if (!give) throw new AppError("NOT_FOUND");
      await requireGift(db, `${chain} ${address.toLowerCase()}`, faucetGiftsPerDay.address);
      if (caller) await requireGift(db, `account ${caller.userId}`, faucetGiftsPerDay.account);
      const tokens = caller && chain === boostChain ? `tokens ${caller.userId}` : undefined;
      const withTokens = tokens !== undefined && (await countGift(db, tokens, 1));
      try {
        await give(address, { withTokens });
      } catch (error) {
        if (withTokens) await uncountGift(db, tokens);
        throw error;
      }
      return null;
    }),
  ),
];

type Give = (address: string, gift: { readonly withTokens: boolean }) => Promise<void>;

const onChain = ({ faucet, find }: Pick<Evm, "faucet" | "find">, key: string): Give | undefined => {
  const chain = find(key);
  return faucet && chain && ((address, gift) => faucet(chain.key, address, gift));
};
