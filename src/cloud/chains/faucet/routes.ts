import { askFaucet } from "../../../../resources/chains/faucet.ts";
import { askTonFaucet } from "../../../../resources/chains/ton-faucet.ts";
import { faucetGiftsPerDay } from "../../../../resources/chains/limits.ts";
import { boostChain, zkSyncLite } from "../../../../resources/chains/chains.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import { InvalidTonAddress, type Ton } from "../../engines/ton/ton.ts";
import { outsideTransaction, route, type Route } from "../../kernel/calls/route.ts";
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";

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

type Give = (address: string, gift: { readonly withTokens: boolean }) => Promise<void>;

const onChain = ({ faucet, find }: Pick<Evm, "faucet" | "find">, key: string): Give | undefined => {
  const chain = find(key);
  return faucet && chain && ((address, gift) => faucet(chain.key, address, gift));
};

const today = (): number => Math.floor(Date.now() / 86_400_000);

/** Counts another gift of today (UTC) to an address on a chain, or an account; returns false without counting when the receiver reached `most`. */
const countGift = async (db: Db, receiver: string, most: number): Promise<boolean> => {
  const day = today();
  await db.deleteFrom("faucet_gift").where("day", "<", day).execute();
  const counted = await db
    .insertInto("faucet_gift")
    .values({ day, receiver, gifts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["day", "receiver"])
        .doUpdateSet({ gifts: sql<number>`faucet_gift.gifts + 1` })
        .where("faucet_gift.gifts", "<", most),
    )
    .returning("day")
    .executeTakeFirst();
  return counted !== undefined;
};

/** Uncounts a gift that was not sent. */
const uncountGift = async (db: Db, receiver: string): Promise<void> => {
  await db
    .updateTable("faucet_gift")
    .set({ gifts: sql<number>`greatest(0, gifts - 1)` })
    .where("day", "=", today())
    .where("receiver", "=", receiver)
    .execute();
};

/** Throws FAUCET_USED when `countGift` returns false. */
const requireGift = async (db: Db, receiver: string, most: number): Promise<void> => {
  if (!(await countGift(db, receiver, most))) throw new AppError("FAUCET_USED");
};
