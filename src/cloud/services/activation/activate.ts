/** Activates users whose registration a chain has confirmed. */
import { chainOf, type ChainKey } from "../../../../resources/chains.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { ChainEvent, Effect, EventHandler } from "../chain-events/service.ts";
import type { Deps } from "./deps.ts";

/** Handles AccountRegistered events. */
export const createRegistrationHandler = (deps: Deps): EventHandler => {
  /** Tells the user's screens to reload. */
  const notifyUser = async (trx: Trx, { fields }: ChainEvent): Promise<Effect | undefined> => {
    const personId = await deps.auth.userWithEuid(trx, fields["uid"]!);
    return personId === undefined ? undefined : () => deps.realtime.toUser(personId, "updateUser", {});
  };
  return {
    seen: notifyUser,
    dropped: notifyUser,
    settled: async (trx, event) => {
      const { id: eventId, chain, txHash, fields } = event;
      const personId = await deps.auth.userWithEuid(trx, fields["uid"]!);
      if (personId === undefined) return undefined;
      return activate(deps, trx, personId, { eventId, chain, txHash, wallet: fields["account"]! });
    },
    reversed: async (trx, event) => {
      await trx.deleteFrom("activation").where("event_id", "=", event.id).execute();
      return notifyUser(trx, event);
    },
  };
};

export interface Proof {
  readonly eventId: string;
  readonly chain: ChainKey;
  readonly txHash: string;
  /** The registered address. */
  readonly wallet: string;
}

/** If registered on two chains, the first one activates the user. */
const activate = async (deps: Deps, trx: Trx, personId: string, proof: Proof): Promise<Effect | undefined> => {
  const { teams, allowance, notices, realtime } = deps;
  const own = await teams.membership(trx, personId);
  if (!own) return undefined;
  const { eventId, chain, txHash, wallet } = proof;
  const isNew = await trx
    .insertInto("activation")
    .values({ person_id: personId, event_id: eventId, chain, tx_hash: txHash, wallet })
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  if (!isNew) return undefined;
  await allowance.grantFree(trx, own.teamId);
  await notices.create(trx, personId, { type: "NORMAL", message: activatedMessage(chain), teamId: own.teamId });
  return () => {
    notices.refresh(personId);
    realtime.toUser(personId, "updateUser", {});
  };
};

const activatedMessage = (chain: ChainKey): string =>
  `Your account is activated on ${chainOf(chain)?.name ?? chain}. All features are unlocked, and your free package resets monthly.`;
