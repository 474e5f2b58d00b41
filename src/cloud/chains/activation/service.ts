import { sql } from "kysely";
import { registrationDomain, registrationTypes } from "../../../../resources/chains/activation.ts";
import { type ChainKey, chainOf } from "../../../../resources/chains/chains.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { ChainEvent, ChainEvents, Effect, EventHandler } from "../events/service.ts";
import type { Notices } from "../../account/notices/service.ts";
import type { Teams } from "../../account/teams/service.ts";
import { recordOperation } from "../../account/operation-log/service.ts";
import { walletOf } from "../../account/wallet-of.ts";

export interface Registration {
  /** Whether the account is activated. */
  readonly handled: boolean;
  readonly uid: string;
  /** The registered wallet, or the one to register. */
  readonly wallet: string;
  /** A registration event that awaits confirmations. */
  readonly pending: boolean;
}

export type Activation = ReturnType<typeof createActivation>;

/** Activates users based on chain events. */
export const createActivation = ({
  chainEvents,
  ...deps
}: Deps & { readonly chainEvents: Pick<ChainEvents, "handle"> }) => {
  chainEvents.handle("REGISTER", createRegistrationHandler(deps));
  return {
    of: async (db: Db, personId: string): Promise<Registration> => {
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
    /**
     * Returns what registerAccount takes for the user's wallet on a chain. Throws NOT_FOUND for a chain without
     * registrations.
     */
    sign: async (db: Db, personId: string, chain: string): Promise<string> => {
      const user = await deps.auth.user(db, personId);
      return signRegistration(deps.evm, chain, { account: walletOf(user), uid: user.euid });
    },
    /**
     * Activates a user whose wallet was registered for an account that has been deleted: the contract registers a wallet once.
     * Does nothing otherwise.
     */
    bind: async (trx: Trx, personId: string): Promise<Effect | undefined> => {
      for (const { id: eventId, chain, tx_hash: txHash, fields } of await registrationsOf(trx, personId)) {
        const { uid, account: wallet } = fields as { readonly uid: string; readonly account: string };
        if ((await deps.auth.userWithEuid(trx, uid)) === undefined)
          return activate(deps, trx, personId, { eventId, chain: chain as ChainKey, txHash, wallet });
      }
      return undefined;
    },
  };
};

/** Returns the settled registrations of a user's wallets, oldest first. */
const registrationsOf = (db: Db, personId: string) =>
  db
    .selectFrom("chain_event")
    .select(["id", "chain", "tx_hash", "fields"])
    .where("kind", "=", "REGISTER")
    .where("status", "=", "SETTLED")
    .where(
      sql<string>`lower(fields ->> 'account')`,
      "in",
      db
        .selectFrom("person_wallet")
        .select(sql<string>`lower(address)`.as("address"))
        .where("person_id", "=", personId),
    )
    .orderBy("settled_at")
    .execute();

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

/**
 * Returns the registrar's EIP-712 signature over a user's wallet, valid on that chain only. Throws NOT_FOUND for a
 * chain without registrations.
 */
const signRegistration = async (
  evm: Pick<Evm, "find">,
  key: string,
  registered: { readonly account: string; readonly uid: string },
): Promise<string> => {
  const chain = evm.find(key);
  const verifyingContract = chain?.contracts.registration;
  if (!chain || !verifyingContract) throw new AppError("NOT_FOUND");
  const registrar = await chain.signer("registrar");
  const types = { Register: [...registrationTypes.Register] };
  return registrar.signTypedData(
    { ...registrationDomain, chainId: chain.chainId, verifyingContract },
    types,
    registered,
  );
};

/** Handles AccountRegistered events. */
const createRegistrationHandler = (deps: Deps): EventHandler => {
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

interface Proof {
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
  await recordOperation(trx, {
    teamId: own.teamId,
    personId,
    via: "CHAIN",
    action: "OAUTH_ACTIVATE",
    target: "",
    details: { network: chainOf(chain)?.name ?? chain, transaction: txHash },
    ip: "",
  });
  await notices.create(trx, personId, { type: "NORMAL", message: activatedMessage(chain), teamId: own.teamId });
  return () => {
    notices.refresh(personId);
    realtime.toUser(personId, "updateUser", {});
  };
};

const activatedMessage = (chain: ChainKey): string =>
  `Your account is activated on ${chainOf(chain)?.name ?? chain}. ${chainMessages.activated}`;

interface Deps {
  readonly evm: Pick<Evm, "find">;
  readonly allowance: Pick<Allowance, "grantFree">;
  readonly auth: Pick<Auth, "userWithEuid" | "user">;
  readonly teams: Pick<Teams, "membership">;
  readonly notices: Pick<Notices, "create" | "refresh">;
  readonly realtime: Pick<Realtime, "toUser">;
}
