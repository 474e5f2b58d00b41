import type { Logger } from "pino";
import type { BalanceAlert } from "../../../../resources/account/balance-alert.ts";
import type { LetterKind, Letters } from "../../../../resources/account/letter-settings.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";
import type { Mail } from "../mail/service.ts";
import type { Notices } from "../notices/service.ts";
import type { MemberListener } from "../teams/service.ts";
import type { Webhooks } from "../webhooks/service.ts";
import { checkAllowances, type Crossing } from "./allowances.ts";
import { addressesFor, addressOfOwner, balanceAlertOf, lettersOf, setBalanceAlert, setLetters } from "./choices.ts";
import { deploymentLetter, lowLetter, lowSentence, memberLetter, type EndedDeployment, type Text } from "./letters.ts";

export interface Alerts {
  lettersOf(db: Db, personId: string): Promise<Letters>;
  setLetters(trx: Trx, personId: string, letters: Letters): Promise<void>;
  balanceAlertOf(db: Db, teamId: string): Promise<BalanceAlert>;
  setBalanceAlert(trx: Trx, teamId: string, alert: BalanceAlert): Promise<void>;
  /** Letters and the webhook for a deployment that ended, in the transaction that ends it. */
  deploymentEnded(trx: Trx, ended: EndedDeployment): Promise<void>;
  /** The same for a member who joined, left or was removed. */
  readonly memberChanged: MemberListener;
  /** A letter to the team's owner that no setting turns off; none without a confirmed address, or without mail. */
  toOwner(trx: Trx, teamId: string, letter: Text): Promise<void>;
  /** Compares a team's allowances with its threshold now. Returns whether somebody was told. */
  check(teamId: string): Promise<boolean>;
  /** Begins to look after teams that use something. */
  watch(): void;
  close(): void;
}

interface Parts {
  readonly database: Pick<Database, "db">;
  readonly mail: Pick<Mail, "way" | "queue">;
  readonly webhooks: Pick<Webhooks, "tell">;
  readonly notices: Pick<Notices, "toPerson" | "tell">;
  readonly usage: Pick<Usage, "onUsed">;
  readonly allowance: Pick<Allowance, "used">;
  readonly log: Logger;
  /** Address of the dashboard. */
  dashboardUrl(): string;
}

const checkEveryMs = 3000;

/** Tells people, by letter, notice and webhook, of what happens while they are not looking. */
export const createAlerts = (parts: Parts): Alerts => {
  const { database, mail, webhooks, notices, usage, allowance, log, dashboardUrl } = parts;
  const { db } = database;
  let used = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const write = async (trx: Trx, to: readonly string[], { subject, text }: Text): Promise<void> => {
    for (const address of to) await mail.queue(trx, { to: address, subject, text });
  };
  const readersOf = async (trx: Trx, teamId: string, kind: LetterKind, section?: "HOSTING") =>
    mail.way === "none" ? [] : addressesFor(trx, teamId, kind, section);

  const tellLow = async (trx: Trx, crossing: Crossing, told: (ownerId: string) => void): Promise<void> => {
    const { teamId, resource, percentLeft } = crossing;
    const team = await trx.selectFrom("team").select(["name", "owner_id"]).where("id", "=", teamId).executeTakeFirst();
    if (!team) return;
    const low = { teamName: team.name, resource, percentLeft };
    await notices.toPerson(trx, team.owner_id, {
      type: "NORMAL",
      message: lowSentence(low),
      url: "/overview",
      label: "See usage",
      teamId,
    });
    await write(trx, await readersOf(trx, teamId, "allowanceLow"), lowLetter(low, dashboardUrl()));
    const amounts = { used: crossing.used.toString(), allowed: crossing.allowed.toString() };
    await webhooks.tell(trx, teamId, "allowance.low", { resource, ...amounts, percentLeft });
    told(team.owner_id);
  };

  const check = async (teamId: string): Promise<boolean> => {
    const owners = new Set<string>();
    const crossed = await checkAllowances(db, allowance, teamId, (trx, crossing) =>
      tellLow(trx, crossing, (owner) => owners.add(owner)),
    );
    owners.forEach(notices.tell);
    return crossed;
  };

  /** What is recorded in a transaction is seen once that has committed: so each team is looked at a turn later. */
  let ripe = new Set<string>();
  const turn = async (): Promise<void> => {
    const due = ripe;
    ripe = used;
    used = new Set();
    for (const teamId of due) {
      await check(teamId).catch((error: unknown) => log.warn({ err: error, teamId }, "An allowance was not checked"));
    }
  };

  return {
    lettersOf,
    setLetters,
    balanceAlertOf,
    setBalanceAlert: async (trx, teamId, alert) => {
      await setBalanceAlert(trx, teamId, alert);
      used.add(teamId);
    },
    deploymentEnded: async (trx, ended) => {
      const isGood = ended.state === "success";
      const readers = await readersOf(
        trx,
        ended.teamId,
        isGood ? "deploymentSucceeded" : "deploymentFailed",
        "HOSTING",
      );
      if (readers.length > 0) await write(trx, readers, deploymentLetter(ended, dashboardUrl()));
      const { teamId, ...data } = ended;
      await webhooks.tell(trx, teamId, isGood ? "deployment.succeeded" : "deployment.failed", data);
    },
    memberChanged: async (trx, { teamId, personId, change }) => {
      const names = await namesOf(trx, teamId, personId);
      if (!names) return;
      const readers = await readersOf(trx, teamId, "memberChanges");
      await write(trx, readers, memberLetter({ ...names, change }, dashboardUrl()));
      const member = { uid: personId.replaceAll("-", ""), name: names.memberName };
      const event = change === "joined" ? "member.joined" : "member.removed";
      await webhooks.tell(trx, teamId, event, { member, ...(change !== "joined" && { by: change }) });
    },
    toOwner: async (trx, teamId, letter) => {
      const address = mail.way === "none" ? undefined : await addressOfOwner(trx, teamId);
      if (address !== undefined) await write(trx, [address], letter);
    },
    check,
    watch: () => {
      usage.onUsed((teamId) => used.add(teamId));
      timer = setInterval(() => void turn(), checkEveryMs).unref();
    },
    close: () => clearInterval(timer),
  };
};

const namesOf = (trx: Trx, teamId: string, personId: string) =>
  trx
    .selectFrom("team")
    .innerJoin("person", (join) => join.on("person.id", "=", personId))
    .select(["team.name as teamName", "person.username as memberName"])
    .where("team.id", "=", teamId)
    .executeTakeFirst();
