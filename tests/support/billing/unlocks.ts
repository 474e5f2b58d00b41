/** Unlocks activation and first-deposit features, except in tests about these steps. */
import { sql } from "kysely";
import type { Client } from "pg";
import { AppError } from "../../../src/cloud/kernel/app-error.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import type { Standing } from "../../../src/cloud/billing/standing/service.ts";
import { withEmbeddedDatabase } from "../database/embedded-database.ts";

/** Unlocks everything. */
export const openStanding = (): Standing => ({
  isActivated: async () => true,
  requireNeeds: async () => undefined,
  hasDeposited: async () => true,
  since: async () => new Map(),
  isServed: async () => true,
});

/** Locks everything that needs activation or a deposit, for all users. */
export const lockedStanding = (): Standing => ({
  isActivated: async () => false,
  requireNeeds: async (_db, _teamId, { needs }) => {
    throw new AppError(needs === "deposit" ? "GATEWAY_LOCKED" : "NOT_ACTIVATED");
  },
  hasDeposited: async () => false,
  since: async () => new Map(),
  isServed: async () => true,
});

/**
 * Records each new user as activated and deposited in the chain watcher's tables, without a chain. Packages, balances
 * and notices stay those of a new user.
 */
export const unlockAllUsers = async ({ db }: Pick<Database, "db">): Promise<void> => {
  await sql.raw(unlock).execute(db);
};

/** The same on a server in a separate process. */
export const unlockAllUsersOn = (dataDir: string): Promise<void> => withEmbeddedDatabase(dataDir, unlockUsersOf);

/** The same on a database of any server. */
export const unlockUsersOf = async (database: Pick<Client, "query">): Promise<void> => {
  await database.query(unlock);
};

/** Locked: PostgreSQL fails if two processes replace a function at the same time. */
const unlock = `
  do $do$ begin
    perform pg_advisory_xact_lock(770001);
    create or replace function stand_at_once() returns trigger language plpgsql as $$
    begin
      insert into activation (person_id, event_id, chain, tx_hash, wallet)
        select id, gen_random_uuid(), 'polygon', '0x', address from person where id = new.owner_id and address is not null;
      insert into deposit (id, network, tx_hash, account, team_id, coin, coin_amount, usd, land, status, credited_at)
        values (gen_random_uuid(), 'polygon', '0x', '0x', new.id, 'POL', 0, 1000000000000000000, 1, 'CREDITED', now());
      return new;
    end $$;
    create or replace trigger stands_at_once after insert on team for each row execute function stand_at_once();
  end $do$`;

/** Starts users who sign in from now on without activation and deposit, until `unlockAllUsers`. */
export const lockNewUsers = async ({ db }: Pick<Database, "db">): Promise<void> => {
  await sql`drop trigger stands_at_once on team`.execute(db);
};
