import { sql, type RawBuilder } from "kysely";
import { unpaidTeams } from "../../../../resources/operator/unpaid-teams.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { stepSince } from "../ledger/dunning.ts";
import type { Notices } from "../../account/notices/service.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

interface PurgeDeps {
  /** Deletes a team's stored data; returns the effects to run after the commit. */
  purge(trx: Trx, teamId: string): Promise<() => Promise<void>>;
  readonly notices: Pick<Notices, "create" | "refresh">;
}

/** Unpaid teams, for operators. */
export const dunningRoutes = ({ purge, notices }: PurgeDeps): Route[] =>
  tableRoutes(unpaidTeams, "dunning", {
    team: null,
    sort: "beganAt",
    ascending: true,
    columns: {
      id: sql.ref("dunning.team_id"),
      team: ofTeam(sql`name`),
      owner: ofTeam(sql`replace(owner_id::text, '-', '')`),
    },
    present: ({ began_at: beganAt }) => {
      const { step, servedUntil, keptUntil } = stepSince(beganAt, new Date());
      return { step, servedUntil: secondsOf(servedUntil), keptUntil: secondsOf(keptUntil) };
    },
    actions: () => ({
      purge: async ({ db, params, afterCommit, logged }) => {
        const teamId = params.id;
        const { name, ownerId } = await warnedTeam(db, teamId);
        const message = `Stored data of ${name} was deleted after more than 30 days without packages or LAND.`;
        await notices.create(db, ownerId, { type: "NORMAL", message, teamId });
        const clear = await purge(db, teamId);
        afterCommit(async () => {
          notices.refresh(ownerId);
          await clear();
        });
        logged({ target: name });
        return null;
      },
    }),
  });

const ofTeam = (column: RawBuilder<unknown>) => sql`(select ${column} from team where team.id = dunning.team_id)`;

/** Throws NOT_FOUND, and TEAM_KEPT until the retention period is over and the owner was notified. */
const warnedTeam = async (trx: Trx, teamId: string): Promise<{ readonly name: string; readonly ownerId: string }> => {
  const row = await trx
    .selectFrom("dunning")
    .innerJoin("team", "team.id", "dunning.team_id")
    .leftJoin("dunning_notice", (join) =>
      join
        .onRef("dunning_notice.team_id", "=", "dunning.team_id")
        .onRef("dunning_notice.began_at", "=", "dunning.began_at")
        .on("dunning_notice.step", "=", "overdue"),
    )
    .select(["team.name", "team.owner_id", "dunning.began_at", "dunning_notice.told_at"])
    .where("dunning.team_id", "=", uuidOf(teamId))
    // A deposit that ends it runs before or after.
    .forUpdate("dunning")
    .executeTakeFirstOrThrow(notFound);
  if (row.told_at === null || stepSince(row.began_at, new Date()).step !== "overdue") throw new AppError("TEAM_KEPT");
  return { name: row.name, ownerId: row.owner_id };
};
