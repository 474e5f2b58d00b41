import type { Logger } from "pino";
import type { BalanceAlert } from "../../../../resources/account/balance-alert.ts";
import { alertsPath, deposit } from "../../../../resources/pages.ts";
import {
  serviceAlertKinds,
  watchedServices,
  type ServiceAlerts,
} from "../../../../resources/account/service-alerts.ts";
import type { EmailKind, EmailSettings } from "../../../../resources/account/email-settings.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { checkBudget, type BudgetReached } from "../../billing/ledger/charges/budget.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { ResourceAllowance } from "../../billing/ledger/usage/used.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import type { Mail } from "../email/service.ts";
import type { Notices } from "../notices/service.ts";
import type { MemberListener } from "../events.ts";
import type { Webhooks } from "../webhooks/service.ts";
import {
  addressesFor,
  addressOfOwner,
  balanceAlertOf,
  emailSettingsOf,
  setBalanceAlert,
  setEmails,
} from "./choices.ts";
import { checkLand, type LowLand } from "./land.ts";
import {
  checkServiceAlerts,
  serviceAlertsOf,
  setServiceAlerts,
  type ServiceAlertFired,
  type ServiceFacts,
} from "./service-alerts.ts";
import {
  budgetEmail,
  budgetMessage,
  deploymentEmail,
  lowBalanceEmail,
  lowBalanceMessage,
  lowAllowanceEmail,
  lowAllowanceMessage,
  memberEmail,
  serviceAlertEmail,
  serviceAlertMessage,
  type EndedDeployment,
  type EmailText,
} from "./emails.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";

export interface Alerts {
  emailSettingsOf(db: Db, personId: string): Promise<EmailSettings>;
  setEmails(trx: Trx, personId: string, settings: EmailSettings): Promise<void>;
  balanceAlertOf(db: Db, teamId: string): Promise<BalanceAlert>;
  setBalanceAlert(trx: Trx, teamId: string, alert: BalanceAlert): Promise<void>;
  serviceAlertsOf(db: Db, teamId: string): Promise<ServiceAlerts>;
  setServiceAlerts(trx: Trx, teamId: string, alerts: ServiceAlerts): Promise<void>;
  /** Sends emails and webhook events for a finished deployment, in its transaction. */
  deploymentEnded(trx: Trx, ended: EndedDeployment): Promise<void>;
  /** Same for a member who joined, left or was removed. */
  readonly memberChanged: MemberListener;
  /** An email to the team's owner that can't be turned off; none without a confirmed address, or without mail. */
  toOwner(trx: Trx, teamId: string, email: EmailText): Promise<void>;
  /** Notes that a team has used something: it is checked in one of the next rounds. */
  allowanceUsed(teamId: string): void;
  /** Compares a team's allowances, balance and budget with its thresholds now. Returns whether a notification was sent. */
  check(teamId: string): Promise<boolean>;
  /** Compares the alerts of RPC and storage of all teams with their thresholds now. */
  checkServices(): Promise<void>;
  readonly duties: readonly Duty[];
}

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly mail: Pick<Mail, "way" | "queue">;
  readonly webhooks: Pick<Webhooks, "send">;
  readonly notices: Pick<Notices, "create" | "refresh">;
  readonly usage: Pick<Usage, "withWaiting">;
  readonly allowance: Pick<Allowance, "used">;
  readonly log: Logger;
  /** URL of the dashboard. */
  dashboardUrl(): string;
}

/** Interval of balance checks, which read all unsettled usage. */
const landEveryMs = 30_000;

/** Notifies users by email, notice and webhook. */
export const createAlerts = (deps: Deps): Alerts => {
  const { database, mail, webhooks, notices, usage, allowance, log, dashboardUrl } = deps;
  const { db } = database;
  let used = new Set<string>();

  const write = async (trx: Trx, to: readonly string[], { subject, text }: EmailText): Promise<void> => {
    for (const address of to) await mail.queue(trx, { to: address, subject, text });
  };
  const readersOf = async (trx: Trx, teamId: string, kind: EmailKind, section?: "HOSTING") =>
    mail.way === "none" ? [] : addressesFor(trx, teamId, kind, section);

  const tellLow = async (trx: Trx, crossing: Crossing): Promise<string | undefined> => {
    const { teamId, resource, percentLeft } = crossing;
    const team = await teamOf(trx, teamId);
    if (!team) return undefined;
    const low = { teamName: team.name, resource, percentLeft };
    const notice = { message: lowAllowanceMessage(low), url: "/overview", label: "View usage" };
    await notices.create(trx, team.owner_id, { type: "NORMAL", ...notice, teamId });
    await write(trx, await readersOf(trx, teamId, "allowanceLow"), lowAllowanceEmail(low, dashboardUrl()));
    const amounts = { used: crossing.used.toString(), allowed: crossing.allowed.toString() };
    await webhooks.send(trx, teamId, "allowance.low", { resource, ...amounts, percentLeft });
    return team.owner_id;
  };

  const tellLowLand = async (
    trx: Trx,
    { teamId, land, landPerDay, daysLeft }: LowLand,
  ): Promise<string | undefined> => {
    const team = await teamOf(trx, teamId);
    if (!team) return undefined;
    const low = { teamName: team.name, land, daysLeft };
    const notice = { message: lowBalanceMessage(low), url: deposit.path, label: "Deposit" };
    await notices.create(trx, team.owner_id, { type: "NORMAL", ...notice, teamId });
    await write(trx, await readersOf(trx, teamId, "allowanceLow"), lowBalanceEmail(low, dashboardUrl()));
    const amounts = { land: land.toString(), landPerDay: landPerDay.toString() };
    await webhooks.send(trx, teamId, "balance.low", { ...amounts, daysLeft: daysLeft?.toString() ?? null });
    return team.owner_id;
  };

  const tellBudget = async (trx: Trx, reached: BudgetReached): Promise<string | undefined> => {
    const team = await teamOf(trx, reached.teamId);
    if (!team) return undefined;
    const named = { ...reached, teamName: team.name };
    const notice = { message: budgetMessage(named), url: alertsPath, label: "View budget" };
    await notices.create(trx, team.owner_id, { type: "NORMAL", ...notice, teamId: reached.teamId });
    await write(trx, await readersOf(trx, reached.teamId, "allowanceLow"), budgetEmail(named, dashboardUrl()));
    const { percent, spent, land } = reached;
    const amounts = { spent: spent.toString(), budget: land.toString() };
    await webhooks.send(trx, reached.teamId, "budget.reached", { percent, ...amounts });
    return team.owner_id;
  };

  const tellService = async (trx: Trx, { teamId, kind, facts }: ServiceAlertFired): Promise<string | undefined> => {
    const team = await teamOf(trx, teamId);
    if (!team) return undefined;
    const named = { teamName: team.name, kind, facts };
    const { path: url, link: label } = watchedServices[serviceAlertKinds[kind].service];
    await notices.create(trx, team.owner_id, {
      type: "NORMAL",
      message: serviceAlertMessage(named),
      url,
      label,
      teamId,
    });
    await write(trx, await readersOf(trx, teamId, "serviceAlerts"), serviceAlertEmail(named, dashboardUrl()));
    await webhooks.send(trx, teamId, "alert.fired", { alert: kind, ...sentFacts(facts) });
    return team.owner_id;
  };
  const checkServices = async (): Promise<void> => {
    const owners = new Set<string>();
    await checkServiceAlerts(
      { db, usage, allowance },
      async (trx, fired) => {
        const owner = await tellService(trx, fired);
        if (owner !== undefined) owners.add(owner);
      },
      (error, teamId) => log.warn({ err: error, teamId }, "Checking an RPC or storage alert failed"),
    );
    owners.forEach(notices.refresh);
  };

  const checkAll = async (teamId: string, withLand: boolean): Promise<boolean> => {
    const owners = new Set<string>();
    const note = (owner: string | undefined) => owner !== undefined && owners.add(owner);
    await checkAllowances(db, allowance, teamId, async (trx, crossing) => void note(await tellLow(trx, crossing)));
    if (withLand) {
      await checkLand(db, usage, teamId, async (trx, low) => void note(await tellLowLand(trx, low)));
      await checkBudget(db, usage, teamId, async (trx, reached) => void note(await tellBudget(trx, reached)));
    }
    owners.forEach(notices.refresh);
    return owners.size > 0;
  };

  const landLooks = new Map<string, number>();
  const landIsDue = (teamId: string): boolean => {
    if (landLooks.has(teamId)) return false;
    landLooks.set(teamId, Date.now());
    return true;
  };
  const forgetLooks = (): void => {
    for (const [teamId, at] of landLooks) if (Date.now() - at >= landEveryMs) landLooks.delete(teamId);
  };

  /** Data recorded in a transaction is visible after its commit, so each team is checked in the next round. */
  let ripe = new Set<string>();
  const turn = async (): Promise<void> => {
    forgetLooks();
    const due = ripe;
    ripe = used;
    used = new Set();
    for (const teamId of due) {
      await checkAll(teamId, landIsDue(teamId)).catch((error: unknown) =>
        log.warn({ err: error, teamId }, "Checking an allowance failed"),
      );
    }
  };

  return {
    allowanceUsed: (teamId) => void used.add(teamId),
    emailSettingsOf,
    setEmails,
    balanceAlertOf,
    setBalanceAlert: async (trx, teamId, alert) => {
      await setBalanceAlert(trx, teamId, alert);
      used.add(teamId);
    },
    serviceAlertsOf,
    setServiceAlerts,
    checkServices,
    deploymentEnded: async (trx, ended) => {
      const isGood = ended.state === "success";
      const readers = await readersOf(
        trx,
        ended.teamId,
        isGood ? "deploymentSucceeded" : "deploymentFailed",
        "HOSTING",
      );
      if (readers.length > 0) await write(trx, readers, deploymentEmail(ended, dashboardUrl()));
      const { teamId, ...data } = ended;
      await webhooks.send(trx, teamId, isGood ? "deployment.succeeded" : "deployment.failed", data);
    },
    memberChanged: async (trx, { teamId, personId, change }) => {
      const names = await namesOf(trx, teamId, personId);
      if (!names) return;
      const readers = await readersOf(trx, teamId, "memberChanges");
      await write(trx, readers, memberEmail({ ...names, change }, dashboardUrl()));
      const member = { uid: personId.replaceAll("-", ""), name: names.memberName };
      const event = change === "joined" ? "member.joined" : "member.removed";
      await webhooks.send(trx, teamId, event, { member, ...(change !== "joined" && { by: change }) });
    },
    toOwner: async (trx, teamId, email) => {
      const address = mail.way === "none" ? undefined : await addressOfOwner(trx, teamId);
      if (address !== undefined) await write(trx, [address], email);
    },
    check: (teamId) => checkAll(teamId, true),
    duties: [
      // Each process checks the teams whose usage it counted.
      { name: "Check usage alerts", every: "3 s", scope: "process", role: "any", run: turn },
      { name: "Check RPC and storage alerts", every: "1 min", scope: "cluster", run: checkServices },
    ],
  };
};

/** The facts as a webhook sends them: amounts as decimal strings. */
const sentFacts = (facts: ServiceFacts): object =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === "bigint" ? value.toString() : value]),
  );

const teamOf = (trx: Trx, teamId: string) =>
  trx.selectFrom("team").select(["name", "owner_id"]).where("id", "=", teamId).executeTakeFirst();

const namesOf = (trx: Trx, teamId: string, personId: string) =>
  trx
    .selectFrom("team")
    .innerJoin("person", (join) => join.on("person.id", "=", personId))
    .select(["team.name as teamName", "person.username as memberName"])
    .where("team.id", "=", teamId)
    .executeTakeFirst();

/** A resource whose allowance just fell below the team's threshold. */
interface Crossing {
  readonly teamId: string;
  readonly resource: MeteredResource;
  readonly used: bigint;
  readonly allowed: bigint;
  /** Whole percent, rounded down. */
  readonly percentLeft: number;
}

/**
 * Compares a team's remaining allowance with its threshold. `tell` is called in the transaction, once for each
 * crossing.
 */
const checkAllowances = async (
  db: Db,
  allowance: Pick<Allowance, "used">,
  teamId: string,
  notify: (trx: Trx, crossing: Crossing) => Promise<void>,
): Promise<boolean> => {
  const { active, percentLeft: threshold } = await balanceAlertOf(db, teamId);
  if (!active) return false;
  const { resources } = await allowance.used(db, teamId);
  // No allowance, no alert.
  const limited = resources
    .filter(({ allowed }) => allowed > 0n)
    .map((one) => ({ ...one, percentLeft: percentOf(one) }));
  const low = limited.filter(({ percentLeft }) => percentLeft <= threshold);
  const enough = limited.filter(({ percentLeft }) => percentLeft > threshold).map(({ resource }) => resource);
  return db.transaction().execute(async (trx) => {
    if (enough.length > 0)
      await trx.deleteFrom("allowance_low").where("team_id", "=", teamId).where("resource", "in", enough).execute();
    let crossed = false;
    for (const { resource, used, allowed, percentLeft } of low) {
      // Of several processes that see it, one writes the row.
      const written = await trx
        .insertInto("allowance_low")
        .values({ team_id: teamId, resource })
        .onConflict((conflict) => conflict.doNothing())
        .returning("resource")
        .executeTakeFirst();
      if (!written) continue;
      crossed = true;
      await notify(trx, { teamId, resource, used, allowed, percentLeft });
    }
    return crossed;
  });
};

const percentOf = ({ left, allowed }: ResourceAllowance): number => Number((left * 100n) / allowed);
