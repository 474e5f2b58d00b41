/** Unlocks activation and first-deposit features, except in tests about these steps. */
import { sql } from "kysely";
import { AppError } from "../../src/cloud/app-error.ts";
import type { Database } from "../../src/cloud/engines/database/database.ts";
import type { Unlocks } from "../../src/cloud/services/unlocks/service.ts";
import { withEmbeddedDatabase } from "./embedded-database.ts";

/** Unlocks everything. */
export const createOpenUnlocks = (): Unlocks => ({
  needsActivation: async () => undefined,
  hasDeposited: async () => true,
  since: async () => new Map(),
});

/** Locks everything that needs activation or a deposit, for all users. */
export const createLockedUnlocks = (): Unlocks => ({
  needsActivation: async () => {
    throw new AppError("NOT_ACTIVATED");
  },
  hasDeposited: async () => false,
  since: async () => new Map(),
});

/**
 * Records each new user as activated and deposited in the chain watcher's tables, without a chain. Packages, balances
 * and notices stay those of a new user.
 */
export const unlockAllUsers = async ({ db }: Pick<Database, "db">): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** The same on a server in a separate process. */
export const unlockAllUsersOn = (dataDir: string): Promise<void> =>
  withEmbeddedDatabase(dataDir, async (database) => {
    for (const statement of statements) await database.query(statement);
  });

const statements = [
  `create or replace function stand_at_once() returns trigger language plpgsql as $$
    begin
      insert into activation (person_id, event_id, chain, tx_hash, wallet)
        select id, gen_random_uuid(), 'polygon', '0x', address from person where id = new.owner_id and address is not null;
      insert into deposit (id, network, tx_hash, account, team_id, coin, coin_amount, usd, land, status, credited_at)
        values (gen_random_uuid(), 'polygon', '0x', '0x', new.id, 'POL', 0, 1000000000000000000, 1, 'CREDITED', now());
      return new;
    end $$`,
  "create or replace trigger stands_at_once after insert on team for each row execute function stand_at_once()",
];
