import type { Db } from "../../engines/database/database.ts";
import type { ChainEvents } from "../chain-events/service.ts";
import { secondsOf } from "../seconds-of.ts";
import { walletOf } from "../wallet-of.ts";
import { createRegistrationHandler } from "./activate.ts";
import type { Deps } from "./deps.ts";
import { signRegistration } from "./sign.ts";

export interface Registration {
  /** Whether the account is activated. */
  readonly handled: boolean;
  readonly uid: string;
  /** The registered wallet, or the one to register. */
  readonly wallet: string;
  /** A registration event that awaits confirmations. */
  readonly pending: boolean;
}

export interface Activation {
  of(db: Db, personId: string): Promise<Registration>;
  /**
   * Returns what registerAccount takes for the user's wallet on a chain. Throws NOT_FOUND for a chain without
   * registrations.
   */
  sign(db: Db, personId: string, chain: string): Promise<string>;
  /** Whether the team's owner is activated. */
  isActivated(db: Db, teamId: string): Promise<boolean>;
  /** Returns the activation time of these users in Unix seconds; users without one are missing. */
  since(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

interface ServiceDeps extends Deps {
  readonly chainEvents: Pick<ChainEvents, "handle">;
}

/** Activates users based on chain events. */
export const createActivation = ({ chainEvents, ...deps }: ServiceDeps): Activation => {
  chainEvents.handle("REGISTER", createRegistrationHandler(deps));
  return {
    of: async (db, personId) => {
      const [user, proof] = await Promise.all([
        deps.auth.user(db, personId),
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
      const user = await deps.auth.user(db, personId);
      return signRegistration(deps.evm, chain, { account: walletOf(user), uid: user.euid });
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
    since: async (db, personIds) => {
      if (personIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("activation")
        .select(["person_id", "created_at"])
        .where("person_id", "in", [...personIds])
        .execute();
      return new Map(rows.map(({ person_id: id, created_at: at }) => [id, secondsOf(at)]));
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
