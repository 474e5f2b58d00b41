import { balanceAlertDefault, type BalanceAlert } from "../../../../resources/account/balance-alert.ts";
import { emailsDefault, type EmailKind, type EmailSettings } from "../../../../resources/account/email-settings.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";

export const emailSettingsOf = async (db: Db, personId: string): Promise<EmailSettings> => {
  const row = await db
    .selectFrom("letter_choice")
    .select("letters")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return { ...emailsDefault, ...row?.letters };
};

export const setEmails = async (trx: Trx, personId: string, chosen: EmailSettings): Promise<void> => {
  const settings = JSON.stringify(chosen);
  await trx
    .insertInto("letter_choice")
    .values({ person_id: personId, letters: settings })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet({ letters: settings }))
    .execute();
};

export const balanceAlertOf = async (db: Db, teamId: string): Promise<BalanceAlert> => {
  const row = await db.selectFrom("balance_alert").selectAll().where("team_id", "=", teamId).executeTakeFirst();
  return row ? { active: row.active, percentLeft: row.percent_left, landLeft: row.land_left } : balanceAlertDefault;
};

/** Turning the alert off clears what the team was notified of. */
export const setBalanceAlert = async (trx: Trx, teamId: string, alert: BalanceAlert): Promise<void> => {
  const values = { active: alert.active, percent_left: alert.percentLeft, land_left: alert.landLeft };
  await trx
    .insertInto("balance_alert")
    .values({ team_id: teamId, ...values })
    .onConflict((conflict) => conflict.column("team_id").doUpdateSet(values))
    .execute();
  const notified = trx.deleteFrom("allowance_low").where("team_id", "=", teamId);
  if (!alert.active) await notified.execute();
  else if (alert.landLeft === null) await notified.where("resource", "=", "LAND").execute();
};

/**
 * Confirmed addresses of team members subscribed to a kind of email: the owner, or everyone with access to the section.
 */
export const addressesFor = async (
  db: Db,
  teamId: string,
  kind: EmailKind,
  section?: "HOSTING",
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom("membership")
    .innerJoin("email", "email.person_id", "membership.person_id")
    .leftJoin("letter_choice", "letter_choice.person_id", "membership.person_id")
    .select("email.address")
    .where("membership.team_id", "=", teamId)
    .where("membership.status", "=", "NORMAL")
    .where(({ or, eb }) =>
      or([
        eb("membership.type", "=", "INDIVIDUAL"),
        ...(section ? [sql<boolean>`${section} = any(membership.access)`] : []),
      ]),
    )
    .where(sql<boolean>`coalesce((letter_choice.letters ->> ${kind})::boolean, ${emailsDefault[kind]}::boolean)`)
    .execute();
  return rows.map(({ address }) => address);
};

/** Confirmed address of a team's owner. */
export const addressOfOwner = async (db: Db, teamId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("team")
    .innerJoin("email", "email.person_id", "team.owner_id")
    .select("email.address")
    .where("team.id", "=", teamId)
    .executeTakeFirst();
  return row?.address;
};
