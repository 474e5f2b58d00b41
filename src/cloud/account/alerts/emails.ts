import { formatDollars, formatMoneyInFull } from "../../../../resources/money.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { alertsPath, deposit } from "../../../../resources/pages.ts";
import { errorRateMinutes, serviceAlertKinds, watchedServices } from "../../../../resources/account/service-alerts.ts";
import type { BudgetReached } from "../../billing/ledger/charges/budget.ts";
import type { ServiceAlertFired } from "./service-alerts.ts";

/** An email without its recipient. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
}

/** Outcome of a deployment, for the email. */
export interface EndedDeployment {
  readonly teamId: string;
  readonly deploymentId: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly state: "success" | "failure" | "timeout";
  readonly trigger: string;
  readonly branch: string | null;
  readonly commitHash: string | null;
  readonly message: string | null;
  /** Reason of the failure. */
  readonly error: string | null;
  /** Whether it was a branch preview. */
  readonly preview: boolean;
}

const resourceNames: Readonly<Record<MeteredResource, string>> = {
  IPFS_STORAGE: "IPFS storage",
  AR_STORAGE: "Arweave storage",
  TRAFFIC: "traffic",
  BUILD_TIME: "build time",
  COMPUTE_UNIT: "compute units",
  AI_RPC: "AI usage",
};

const configPath = "/account/config?tab=notifications";

/** Adds the link to the email preferences. */
const signed = (text: string, url: string): string => `${text}
--
To change which emails you receive, go to ${url}${configPath}
`;

export const deploymentEmail = (ended: EndedDeployment, url: string): EmailText => {
  const { projectName, state, error, branch, commitHash, message } = ended;
  const what = ended.preview && branch !== null ? `${projectName} (${branch})` : projectName;
  const outcome = state === "success" ? "was deployed" : "failed to deploy";
  const facts = [
    branch === null ? "" : `Branch:  ${branch}`,
    commitHash === null ? "" : `Commit:  ${commitHash.slice(0, 12)}`,
    message === null || message === "" ? "" : `Message: ${message.split("\n")[0]!}`,
  ].filter(Boolean);
  const log = `${url}/hosting/build/${encodeURIComponent(projectName)}/${ended.projectId}/${ended.deploymentId}`;
  const lines = [`${what} ${outcome}.`, ...(error === null ? [] : ["", error]), "", ...facts, `Log:     ${log}`, ""];
  return { subject: `${what} ${outcome}`, text: signed(lines.join("\n"), url) };
};

export interface MemberChange {
  readonly teamName: string;
  readonly memberName: string;
  readonly change: "joined" | "left" | "removed";
}

export const memberEmail = ({ teamName, memberName, change }: MemberChange, url: string): EmailText => {
  const happened = { joined: "joined", left: "left", removed: "was removed from" }[change];
  const summary = `${memberName} ${happened} the team ${teamName}`;
  return { subject: summary, text: signed(`${summary}.\n\nMembers: ${url}/account/member\n`, url) };
};

export interface LowAllowance {
  readonly teamName: string;
  readonly resource: MeteredResource;
  readonly percentLeft: number;
}

/** The text of both the notice and the email. */
export const lowAllowanceMessage = ({ teamName, resource, percentLeft }: LowAllowance): string => {
  const name = resourceNames[resource];
  return percentLeft === 0
    ? `The team ${teamName} has used up its ${name}.`
    : `The team ${teamName} has ${percentLeft}% of its ${name} left.`;
};

export const lowAllowanceEmail = (low: LowAllowance, url: string): EmailText => ({
  subject: lowAllowanceMessage(low).slice(0, -1),
  text: signed(`${lowAllowanceMessage(low)}\n\nUsage: ${url}/overview\n`, url),
});

export interface LowBalance {
  readonly teamName: string;
  /** LAND×1e18, and the days it lasts; undefined while nothing is spent. */
  readonly land: bigint;
  readonly daysLeft: bigint | undefined;
}

/** The text of both the notice and the email. */
export const lowBalanceMessage = ({ teamName, land, daysLeft }: LowBalance): string =>
  land <= 0n
    ? `The team ${teamName} has used up its balance.`
    : `The team ${teamName} has ${formatMoneyInFull(land)} left${lasting(daysLeft)}.`;

export const lowBalanceEmail = (low: LowBalance, url: string): EmailText => {
  const { teamName, land } = low;
  const subject =
    land <= 0n ? lowBalanceMessage(low).slice(0, -1) : `The team ${teamName} has ${formatMoneyInFull(land)} left`;
  const meaning = "Without a balance, usage above your packages is blocked.";
  return {
    subject,
    text: signed(`${lowBalanceMessage(low)} ${meaning}\n\nDeposit: ${url}${deposit.path}\n`, url),
  };
};

export interface ReachedBudget extends Pick<BudgetReached, "percent" | "spent" | "land"> {
  readonly teamName: string;
}

/** The text of both the notice and the email. */
export const budgetMessage = ({ teamName, percent, spent, land }: ReachedBudget): string =>
  `The team ${teamName} has spent ${percent}% of its monthly budget: ${formatDollars(spent)} of ${formatDollars(land)}.`;

export const budgetEmail = (reached: ReachedBudget, url: string): EmailText => ({
  subject: `The team ${reached.teamName} has spent ${reached.percent}% of its monthly budget`,
  text: signed(
    `${budgetMessage(reached)} Usage continues. To stop it, set a spend cap.\n\nBudget and caps: ${url}${alertsPath}\n`,
    url,
  ),
});

export interface NamedServiceAlert extends Pick<ServiceAlertFired, "kind" | "facts"> {
  readonly teamName: string;
}

/** The text of both the notice and the email. */
export const serviceAlertMessage = ({ teamName, kind, facts }: NamedServiceAlert): string => {
  const { name, allowance } = watchedServices[serviceAlertKinds[kind].service];
  switch (facts.measure) {
    case "errors": {
      const { percent, failed, requests } = facts;
      const counts = `${failed.toLocaleString("en-US")} of ${requests.toLocaleString("en-US")}`;
      return `In the team ${teamName}, ${percent}% of ${name} requests failed in the last ${errorRateMinutes} minutes: ${counts}.`;
    }
    case "spend":
      return `The team ${teamName} has spent ${formatDollars(facts.land)} on ${name} today (UTC). Its alert is at ${formatDollars(facts.threshold)}.`;
    case "quota":
      return facts.percent === 100
        ? `The team ${teamName} has used up its ${allowance}.`
        : `The team ${teamName} has used ${facts.percent}% of its ${allowance}.`;
  }
};

export const serviceAlertEmail = (fired: NamedServiceAlert, url: string): EmailText => {
  const { link, path } = watchedServices[serviceAlertKinds[fired.kind].service];
  const message = serviceAlertMessage(fired);
  const links = `${link}: ${url}${path}\nAlerts: ${url}${configPath}\n`;
  return { subject: message.slice(0, -1), text: signed(`${message}\n\n${links}`, url) };
};

const lasting = (days: bigint | undefined): string => {
  if (days === undefined) return "";
  if (days === 0n) return ", enough for less than a day";
  return `, enough for ${days.toLocaleString("en-US")} ${days === 1n ? "day" : "days"}`;
};
