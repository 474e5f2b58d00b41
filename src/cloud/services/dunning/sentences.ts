/** What people are told when packages and LAND are used up, and at each step that follows. */
import type { Dunning, DunningStep } from "../../ledger/dunning.ts";

export type ToldStep = Exclude<DunningStep, "paid">;

/** The same in the notice and in the letter. */
export const stepSentence = (
  step: ToldStep,
  team: string,
  { servedUntil, keptUntil }: Required<Pick<Dunning, "servedUntil" | "keptUntil">>,
): string =>
  ({
    refused: `The packages and the LAND of ${team} are used up. New work that would need them is refused; sites are served until ${day(servedUntil)}, data is kept until ${day(keptUntil)}. Deposit LAND to go on.`,
    unserved: `The balance of ${team} has been used up for 7 days: its sites are paused. Data is kept until ${day(keptUntil)}. A deposit of LAND brings them back at once.`,
    overdue: `The balance of ${team} has been used up for 30 days: whoever runs this cloud may remove what it stores from now on. Nothing is removed by itself. Deposit LAND to keep it.`,
  })[step];

const subjects: Readonly<Record<ToldStep, string>> = {
  refused: "The balance is used up",
  unserved: "The sites are paused",
  overdue: "The data is no longer kept for certain",
};

export const stepLetter = (step: ToldStep, team: string, sentence: string, depositUrl: string) => ({
  subject: `${team}: ${subjects[step]}`,
  text: `${sentence}

Deposit: ${depositUrl}
--
You get this letter as the owner of the team, whatever your notification settings say: it is about what you have here.
`,
});

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const day = (moment: Date): string => days.format(moment);
