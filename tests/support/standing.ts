/** How far users of tests have come: all the way at once, unless a test is about the way. */
import { sql } from "kysely";
import { AppError } from "../../src/cloud/app-error.ts";
import type { Database } from "../../src/cloud/engines/database/database.ts";
import type { Standing } from "../../src/cloud/services/standing/service.ts";
import { withEmbeddedDatabase } from "./embedded-database.ts";

/** Nothing is locked. */
export const createOpenStanding = (): Standing => ({
  needsActivation: async () => undefined,
  hasDeposited: async () => true,
  since: async () => new Map(),
});

/** Everything that needs activation or a deposit is locked, for everybody. */
export const createLockedStanding = (): Standing => ({
  needsActivation: async () => {
    throw new AppError("NOT_ACTIVATED");
  },
  hasDeposited: async () => false,
  since: async () => new Map(),
});

/** From now on new users are activated and have deposited, as the tables of the watcher say it, without a chain. They have got nothing
 * for it: packages, balances and notices are those of anybody new.
 */
export const everybodyStands = async ({ db }: Pick<Database, "db">): Promise<void> => {
  for (const statement of standing) await sql.raw(statement).execute(db);
};

/** The same on a server in a separate process. */
export const everybodyStandsOn = (dataDir: string): Promise<void> =>
  withEmbeddedDatabase(dataDir, async (database) => {
    for (const statement of standing) await database.query(statement);
  });

const standing = [
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
