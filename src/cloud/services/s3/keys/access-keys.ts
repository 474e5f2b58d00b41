/** Team access keys: created and listed by users, looked up by every request. */
import type { Logger } from "pino";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../engines/database/database.ts";
import type { Callers } from "../../callers.ts";
import { type Route, route } from "../../route.ts";
import { createSecretBox, type SecretBox } from "../../secret-box.ts";
import type { MemberListener } from "../../teams/service.ts";
import { createKeyFinder, type FindKey } from "./find-key.ts";
import {
  removeKeysOf,
  createServiceKey,
  issueSessionKey,
  issueShareKey,
  masterKeyOf,
  resetMasterKey,
} from "./store.ts";
import {
  assumeRole,
  resetMasterKey as resetMaster,
  shareFile,
  showMasterKey,
} from "../../../../../resources/bucket/access-key-calls.ts";
import { accessKeys } from "../../../../../resources/bucket/access-keys.ts";
import { sql } from "kysely";
import { tableRoutes } from "../../table-routes.ts";

export interface AccessKeys extends FindKey {
  readonly routes: readonly Route[];
  /** Keys are deleted when their creator leaves the team. */
  readonly memberChanged: MemberListener;
}

interface Deps {
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY">;
  readonly callers: Callers;
  readonly log: Logger;
}

export const createAccessKeys = (database: Pick<Database, "db">, { config, callers, log }: Deps): AccessKeys => {
  const box = createSecretBox(config);
  const onFault = (error: unknown): void => log.warn({ err: error }, "Could not save the last use of an access key");
  return {
    ...createKeyFinder(database, { box, callers, onFault }),
    routes: accessKeyRoutes({ database, box, callers }),
    memberChanged: async (trx, { teamId, personId, change }) => {
      if (change !== "joined") await removeKeysOf(trx, teamId, personId);
    },
  };
};

interface KeyRouteDeps {
  readonly database: Pick<Database, "db">;
  readonly box: SecretBox;
  readonly callers: Pick<Callers, "forget">;
}

/** Routes for access keys and the dashboard's credentials. */
const accessKeyRoutes = ({ database, box, callers }: KeyRouteDeps): Route[] => [
  ...tableRoutes(accessKeys, "access_key", {
    where: (rows) => rows.where("kind", "=", "SERVICE"),
    columns: { userName: sql`(select username from person where person.id = access_key.person_id)` },
    verbs: () => ({ create: ({ db, caller, body }) => createServiceKey(box, db, caller, body) }),
    after: ({ afterCommit }) => afterCommit(callers.forget),
  }),
  route(showMasterKey, async ({ db, caller }) => ({ account: await masterKeyOf(db, caller.teamId) })),
  route(resetMaster, async ({ db, caller, afterCommit, logged }) => {
    const pair = await resetMasterKey(box, db, caller);
    logged({ target: pair.accessKey });
    afterCommit(callers.forget);
    return pair;
  }),
  route(shareFile, ({ caller, query }) =>
    database.db.transaction().execute((trx) => issueShareKey(box, trx, caller, query)),
  ),
  route(assumeRole, ({ caller }) => database.db.transaction().execute((trx) => issueSessionKey(box, trx, caller))),
];
