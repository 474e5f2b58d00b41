/** Reads gateway rows and converts them to API responses. */
import type { Updateable } from "kysely";
import type * as z from "zod/mini";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";
import { present } from "../../kernel/calls/present.ts";

export type Gateway = RowOf<"gateway">;
export type GatewayRow = z.output<(typeof gateways)["schema"]>;

/** Lists a team's gateways, newest first. */
export const listGateways = (db: Db, teamId: string): Promise<Gateway[]> =>
  db
    .selectFrom("gateway")
    .selectAll()
    .where("team_id", "=", teamId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

/** Finds a team's gateway. Throws NOT_FOUND, also for other teams' gateways. */
export const findGateway = async (db: Db, teamId: string, name: string): Promise<Gateway> => {
  const row = await db
    .selectFrom("gateway")
    .selectAll()
    .where("team_id", "=", teamId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

export const changeGateway = async (
  trx: Trx,
  teamId: string,
  name: string,
  change: Updateable<Tables["gateway"]>,
): Promise<Gateway> => {
  const { id } = await findGateway(trx, teamId, name);
  // With a column of the same value, a change of nothing is a statement too.
  return trx
    .updateTable("gateway")
    .set({ ...change, name })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Presents a gateway with its URL and traffic. */
export const presentGateway = (row: Gateway, url: string, bytes: bigint): GatewayRow =>
  present(gateways.schema, row, {
    url,
    bytes: Number(bytes),
    is_bucket: row.scope === "private",
    enableUserAgent: row.user_agents.length > 0,
    enableOrigin: row.origins.length > 0,
    allowBlankOrigin: row.allows_blank_origin,
  });
