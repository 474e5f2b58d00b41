/** Notices and emails for each stage of an empty balance. */
import type { Dunning, DunningStep } from "../../ledger/dunning.ts";

export type NotifiedStep = Exclude<DunningStep, "paid">;

/** The text of both the notice and the email. */
export const stepMessage = (
  step: NotifiedStep,
  team: string,
  { servedUntil, keptUntil }: Required<Pick<Dunning, "servedUntil" | "keptUntil">>,
): string =>
  ({
    refused: `${team} has used up its packages and LAND. New usage is blocked. Sites stay online until ${day(servedUntil)}, and data is kept until ${day(keptUntil)}. Deposit LAND to continue.`,
    unserved: `The balance of ${team} has been empty for 7 days, so its sites are paused. Data is kept until ${day(keptUntil)}. Deposit LAND to bring the sites back immediately.`,
    overdue: `The balance of ${team} has been empty for 30 days. Your administrator may now delete its stored data. Nothing is deleted automatically. Deposit LAND to keep it.`,
  })[step];

const subjects: Readonly<Record<NotifiedStep, string>> = {
  refused: "Balance used up",
  unserved: "Sites paused",
  overdue: "Data may be deleted",
};

export const stepEmail = (step: NotifiedStep, team: string, message: string, depositUrl: string) => ({
  subject: `${team}: ${subjects[step]}`,
  text: `${message}

Deposit: ${depositUrl}
--
You receive this email as the team's owner, regardless of your notification settings.
`,
});

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const day = (moment: Date): string => days.format(moment);
