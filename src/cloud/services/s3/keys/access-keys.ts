/** Team access keys: created and listed by users, looked up by every request. */
import type { Logger } from "pino";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../engines/database/database.ts";
import type { Callers } from "../../callers.ts";
import type { Route } from "../../route.ts";
import { createSecretBox } from "../../secret-box.ts";
import type { MemberListener } from "../../teams/service.ts";
import { createKeyFinder, type FindKey } from "./find-key.ts";
import { accessKeyRoutes } from "./routes.ts";
import { removeKeysOf } from "./store.ts";

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
