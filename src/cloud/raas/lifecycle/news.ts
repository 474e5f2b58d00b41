/** Notifies a rollup's team and the operators of changes: by notice, email, webhook and open screens. */
import type { WebhookEvent } from "../../../../resources/account/webhook.ts";
import { rollupEvent } from "../../../../resources/raas/rollups.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import type { Trx } from "../../engines/database/database.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { notifyOperators } from "../../account/notify-operators.ts";
import type { AfterCommit, RaasDeps } from "../deps.ts";
import type { RollupRow } from "../rows.ts";
import {
  appliedMessage,
  declinedMessage,
  expiringMessage,
  failedMessage,
  offeredMessage,
  paidMessage,
  pathOf,
  runningMessage,
} from "../messages.ts";

/** Reloads the team's open screens. */
export const changed =
  ({ engines: { realtime } }: RaasDeps, { id, team_id }: Pick<RollupRow, "id" | "team_id">): AfterCommit =>
  () =>
    realtime.toTeam(team_id, rollupEvent, { id });

export const notifyRunning = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyTeam(deps, trx, row, { message: runningMessage(row), event: "rollup.running" });

export const notifyFailed = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyTeam(deps, trx, row, { message: failedMessage(row), event: "rollup.failed" });

/** Notifies of an upcoming expiry. The notice is removed once it no longer applies: see warnings.ts. */
export const notifyExpiring = (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
): Promise<{ readonly after: AfterCommit; readonly noticeId: string }> =>
  addTeamNotices(deps, trx, row, {
    message: expiringMessage(row),
    event: "rollup.expiring",
    emailSubject: `Rollup ${row.name} expires soon`,
  });

export const notifyExpired = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyTeam(deps, trx, row, {
    message: `Rollup ${row.name} has stopped. ${row.note ?? ""}`,
    event: "rollup.ended",
    data: { reason: "expired" },
    emailSubject: `Rollup ${row.name} has stopped`,
  });

/** Only notifies the webhook: the team terminated it itself. */
export const notifyTerminated = async (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> => {
  await deps.webhooks.send(trx, row.team_id, "rollup.ended", { ...dataOf(row), reason: "terminated" });
  return changed(deps, row);
};

export const notifyOffered = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyTeam(deps, trx, row, { message: offeredMessage(row), emailSubject: `Offer for rollup ${row.name}` });

export const notifyExtended = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyTeam(deps, trx, row, { message: runningMessage(row), emailSubject: `Rollup ${row.name} was extended` });

export const notifyDeclined = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyTeam(deps, trx, row, { message: declinedMessage(row), emailSubject: `Rollup ${row.name} was declined` });

export const notifyApplied = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyOperatorsAndTeam(deps, trx, row, appliedMessage);

export const notifyPaid = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  notifyOperatorsAndTeam(deps, trx, row, paidMessage);

interface News {
  readonly message: string;
  readonly event?: WebhookEvent;
  readonly data?: object;
  /** Subject of the email to the owner. */
  readonly emailSubject?: string;
}

const notifyTeam = async (deps: RaasDeps, trx: Trx, row: RollupRow, news: News): Promise<AfterCommit> =>
  (await addTeamNotices(deps, trx, row, news)).after;

const addTeamNotices = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  { message, event, data = {}, emailSubject }: News,
): Promise<{ readonly after: AfterCommit; readonly noticeId: string }> => {
  const { notices, alerts, webhooks, dashboardUrl } = deps;
  const { team_id: teamId } = row;
  const team = await teamOf(trx, teamId);
  const url = pathOf(row);
  const notice = { type: "NORMAL", message, url, label: "Open rollup", teamId } as const;
  const noticeId = await notices.create(trx, team.owner_id, notice);
  if (emailSubject !== undefined)
    await alerts.toOwner(trx, teamId, { subject: emailSubject, text: `${message}\n\n${dashboardUrl()}${url}\n` });
  if (event) await webhooks.send(trx, teamId, event, { ...dataOf(row), ...data });
  const after = (): void => {
    notices.refresh(team.owner_id);
    changed(deps, row)();
  };
  return { after, noticeId };
};

/** Notifies operators, and updates the team's screens at once. */
const notifyOperatorsAndTeam = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  messageFor: (team: string, row: RollupRow) => string,
): Promise<AfterCommit> => {
  const { name } = await teamOf(trx, row.team_id);
  const url = rollupRequests.routes.edit.replace("{id}", row.id);
  const notify = await notifyOperators(deps, trx, { message: messageFor(name, row), url, label: "Answer" });
  return () => {
    notify();
    changed(deps, row)();
  };
};

const dataOf = ({ id, name, chain_id, expires_at, note }: RollupRow) => ({
  rollupId: id,
  name,
  chainId: chain_id?.toString() ?? null,
  expiresAt: expires_at && secondsOf(expires_at),
  note,
});

const teamOf = (trx: Trx, teamId: string) =>
  trx.selectFrom("team").select(["name", "owner_id"]).where("id", "=", teamId).executeTakeFirstOrThrow();
