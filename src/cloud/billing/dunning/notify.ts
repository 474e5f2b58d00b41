/** Notifies each team once of its stage, in any process; removes notices once the stage is over. */
import { deposit } from "../../../../resources/pages.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { stepSince, type Dunning, type DunningStep } from "../ledger/dunning.ts";
import type { Alerts } from "../../account/alerts/service.ts";
import type { Notices } from "../../account/notices/service.ts";

export interface TellDeps {
  readonly notices: Pick<Notices, "create" | "remove" | "refresh">;
  readonly alerts: Pick<Alerts, "toOwner">;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
}

/** Teams at a stage they were not notified of, longest first. */
export const teamsToNotify = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom("dunning")
    .leftJoin("dunning_notice as told", (join) =>
      join.onRef("told.team_id", "=", "dunning.team_id").onRef("told.began_at", "=", "dunning.began_at"),
    )
    .select(["dunning.team_id", "dunning.began_at"])
    .select((eb) => eb.fn.agg<string[]>("array_agg", ["told.step"]).as("told"))
    .groupBy(["dunning.team_id", "dunning.began_at"])
    .orderBy("dunning.began_at")
    .orderBy("dunning.team_id")
    .execute();
  return rows.filter((row) => !row.told.includes(stepSince(row.began_at, now).step)).map((row) => row.team_id);
};

/**
 * Notifies the team's owner by notice and email. Returns the user to update, or undefined if no notice is due.
 */
export const notifyTeam = async (deps: TellDeps, trx: Trx, teamId: string, now: Date): Promise<string | undefined> => {
  // Locked, so that a deposit that ends it runs before or after. Of two processes, the second finds it done.
  const team = await trx
    .selectFrom("dunning")
    .innerJoin("team", "team.id", "dunning.team_id")
    .select(["team.name", "team.owner_id", "dunning.began_at"])
    .where("team_id", "=", teamId)
    .forNoKeyUpdate("dunning")
    .executeTakeFirst();
  if (!team) return undefined;
  const { step, ...moments } = stepSince(team.began_at, now);
  const notice = { team_id: teamId, began_at: team.began_at, step } as const;
  if (await isNotified(trx, notice)) return undefined;
  const message = stepMessage(step, team.name, moments);
  await endEarlier(deps, trx, teamId);
  const notice_id = await deps.notices.create(trx, team.owner_id, {
    type: "NORMAL",
    message,
    url: deposit.path,
    label: "Deposit",
    teamId,
  });
  await trx
    .insertInto("dunning_notice")
    .values({ ...notice, notice_id })
    .execute();
  await deps.alerts.toOwner(trx, teamId, stepEmail(step, team.name, message, deps.dashboardUrl() + deposit.path));
  return team.owner_id;
};

/** Deletes the notices of teams that pay again. Returns the owners. */
export const forgetEnded = async (deps: TellDeps, trx: Trx): Promise<readonly string[]> => {
  const ended = await trx
    .deleteFrom("dunning_notice")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("dunning")
            .select("dunning.team_id")
            .whereRef("dunning.team_id", "=", "dunning_notice.team_id")
            .whereRef("dunning.began_at", "=", "dunning_notice.began_at"),
        ),
      ),
    )
    .returning("notice_id")
    .execute();
  return deps.notices.remove(
    trx,
    ended.map(({ notice_id }) => notice_id),
  );
};

const isNotified = async (
  trx: Trx,
  notice: { team_id: string; began_at: Date; step: NotifiedStep },
): Promise<boolean> => {
  const row = await trx
    .selectFrom("dunning_notice")
    .select("step")
    .where("team_id", "=", notice.team_id)
    .where("began_at", "=", notice.began_at)
    .where("step", "=", notice.step)
    .executeTakeFirst();
  return row !== undefined;
};

/** Removes the notice of an earlier stage, which no longer applies. */
const endEarlier = async ({ notices }: TellDeps, trx: Trx, teamId: string): Promise<void> => {
  const earlier = await trx.selectFrom("dunning_notice").select("notice_id").where("team_id", "=", teamId).execute();
  await notices.remove(
    trx,
    earlier.map(({ notice_id }) => notice_id),
  );
};

type NotifiedStep = Exclude<DunningStep, "paid">;

/** The text of both the notice and the email. */
const stepMessage = (
  step: NotifiedStep,
  team: string,
  { servedUntil, keptUntil }: Required<Pick<Dunning, "servedUntil" | "keptUntil">>,
): string =>
  ({
    refused: `${team} has used up its packages and balance. New usage is blocked. Sites stay online until ${day(servedUntil)}, and data is kept until ${day(keptUntil)}. Deposit to continue.`,
    unserved: `The balance of ${team} has been empty for 7 days, so its sites are paused. Data is kept until ${day(keptUntil)}. Deposit to bring the sites back immediately.`,
    overdue: `The balance of ${team} has been empty for 30 days. Your administrator may now delete its stored data. Nothing is deleted automatically. Deposit to keep it.`,
  })[step];

const subjects: Readonly<Record<NotifiedStep, string>> = {
  refused: "Balance used up",
  unserved: "Sites paused",
  overdue: "Data may be deleted",
};

const stepEmail = (step: NotifiedStep, team: string, message: string, depositUrl: string) => ({
  subject: `${team}: ${subjects[step]}`,
  text: `${message}

Deposit: ${depositUrl}
--
You receive this email as the team's owner, regardless of your notification settings.
`,
});

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const day = (moment: Date): string => days.format(moment);
