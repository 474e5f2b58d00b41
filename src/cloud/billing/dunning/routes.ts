import type { Row } from "../../../../resources/declare/define.ts";
import { unpaidTeams } from "../../../../resources/operator/unpaid-teams.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { stepSince } from "../ledger/dunning.ts";
import { containing, countOf, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";
import type { Notices } from "../../account/notices/service.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

interface PurgeDeps {
  /** Deletes a team's stored data; returns the effects to run after the commit. */
  purge(trx: Trx, teamId: string): Promise<() => Promise<void>>;
  readonly notices: Pick<Notices, "create" | "refresh">;
}

/** Unpaid teams, for operators. */
export const dunningRoutes = ({ purge, notices }: PurgeDeps): Route[] =>
  resourceRoutes(
    unpaidTeams,
    { list: ({ db, query }) => listUnpaid(db, query) },
    {
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
    },
  );

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

type Entry = Row<typeof unpaidTeams>;

interface UnpaidQuery extends PageQuery {
  readonly keyword?: string | undefined;
}

/** A page of unpaid teams, longest first. */
const listUnpaid = async (
  db: Db,
  { keyword, ...page }: UnpaidQuery,
): Promise<{ readonly items: Entry[]; readonly total: number }> => {
  const matching = db
    .selectFrom("dunning")
    .innerJoin("team", "team.id", "dunning.team_id")
    .$if(!!keyword, (rows) => rows.where("team.name", "ilike", containing(keyword!)));
  const [rows, total] = await Promise.all([
    matching
      .select(["team.id", "team.name", "team.owner_id", "dunning.began_at"])
      .orderBy("dunning.began_at")
      .orderBy("team.id")
      .$call(onPage(page))
      .execute(),
    countOf(matching),
  ]);
  const now = new Date();
  const items = rows.map(({ id, name, owner_id, began_at }) => {
    const { step, servedUntil, keptUntil } = stepSince(began_at, now);
    return {
      id,
      team: name,
      owner: owner_id.replaceAll("-", ""),
      step,
      beganAt: secondsOf(began_at),
      servedUntil: secondsOf(servedUntil),
      keptUntil: secondsOf(keptUntil),
    };
  });
  return { items, total };
};
