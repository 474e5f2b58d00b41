import type { Row } from "../../../../resources/define.ts";
import { unpaidTeams } from "../../../../resources/operator/unpaid-teams.ts";
import type { Db } from "../../engines/database/database.ts";
import { stepSince } from "../../ledger/dunning.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { resourceRoutes } from "../resource-routes.ts";
import type { Route } from "../route.ts";

/** Teams that cannot pay, for those who run the cloud. */
export const dunningRoutes = (): Route[] =>
  resourceRoutes(unpaidTeams, { list: ({ db, query }) => listUnpaid(db, query) });

type Entry = Row<typeof unpaidTeams>;

interface UnpaidQuery extends PageQuery {
  readonly keyword?: string | undefined;
}

/** A page of them, those who began first at the head. */
const listUnpaid = async (
  db: Db,
  { keyword, ...page }: UnpaidQuery,
): Promise<{ readonly items: Entry[]; readonly total: number }> => {
  const found = db
    .selectFrom("dunning")
    .innerJoin("team", "team.id", "dunning.team_id")
    .$if(!!keyword, (rows) => rows.where("team.name", "ilike", containing(keyword!)));
  const [rows, total] = await Promise.all([
    found
      .select(["team.id", "team.name", "team.owner_id", "dunning.began_at"])
      .orderBy("dunning.began_at")
      .orderBy("team.id")
      .$call(onPage(page))
      .execute(),
    countOf(found),
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

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
