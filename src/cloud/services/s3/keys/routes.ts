import {
  assumeRole,
  resetMasterKey as resetMaster,
  shareFile,
  showMasterKey,
} from "../../../../../resources/bucket/access-key-calls.ts";
import { accessKeys } from "../../../../../resources/bucket/access-keys.ts";
import type { Database } from "../../../engines/database/database.ts";
import type { Callers } from "../../callers.ts";
import { sql } from "kysely";
import { tableRoutes } from "../../table-routes.ts";
import { route, type Route } from "../../route.ts";
import type { SecretBox } from "../../secret-box.ts";
import { createServiceKey, issueSessionKey, issueShareKey, masterKeyOf, resetMasterKey } from "./store.ts";

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly box: SecretBox;
  readonly callers: Pick<Callers, "forget">;
}

/** Routes for access keys and the dashboard's credentials. */
export const accessKeyRoutes = ({ database, box, callers }: Deps): Route[] => [
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
