import type { Db } from "../../engines/database/database.ts";
import type { ChainEvents } from "../chain-events/service.ts";
import { walletOf } from "../wallet-of.ts";
import { createRegistrationHandler } from "./activate.ts";
import type { Parts } from "./parts.ts";
import { signRegistration } from "./sign.ts";
import "./tables.ts";

export interface Registration {
  /** Whether the account is activated. */
  readonly handled: boolean;
  readonly uid: string;
  /** That is registered, or that would be. */
  readonly wallet: string;
  /** An event that is still waiting for its confirmations. */
  readonly pending: boolean;
}

export interface Activation {
  of(db: Db, personId: string): Promise<Registration>;
  /** What registerAccount takes for the person's wallet on a chain. Throws NOT_FOUND for a chain without registrations. */
  sign(db: Db, personId: string, chain: string): Promise<string>;
  /** Whether the team's owner is activated. */
  isActivated(db: Db, teamId: string): Promise<boolean>;
}

interface Given extends Parts {
  readonly chainEvents: Pick<ChainEvents, "handle">;
}

/** Activates people by what chains say. */
export const createActivation = ({ chainEvents, ...parts }: Given): Activation => {
  chainEvents.handle("REGISTER", createRegistrationHandler(parts));
  return {
    of: async (db, personId) => {
      const [user, proof] = await Promise.all([
        parts.auth.user(db, personId),
        db.selectFrom("activation").select("wallet").where("person_id", "=", personId).executeTakeFirst(),
      ]);
      const pending = proof === undefined && (await isSeen(db, user.euid));
      return {
        handled: proof !== undefined,
        uid: user.uid,
        wallet: proof?.wallet ?? user.wallet?.address ?? "",
        pending,
      };
    },
    sign: async (db, personId, chain) => {
      const user = await parts.auth.user(db, personId);
      return signRegistration(parts.evm, chain, { account: walletOf(user), uid: user.euid });
    },
    isActivated: async (db, teamId) => {
      const row = await db
        .selectFrom("team")
        .innerJoin("activation", "activation.person_id", "team.owner_id")
        .select("team.id")
        .where("team.id", "=", teamId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};

const isSeen = async (db: Db, euid: string): Promise<boolean> => {
  const row = await db
    .selectFrom("chain_event")
    .select("id")
    .where("kind", "=", "REGISTER")
    .where("status", "=", "SEEN")
    .where(({ eb, ref }) => eb(ref("fields", "->>").key("uid"), "=", euid))
    .executeTakeFirst();
  return row !== undefined;
};
