/** Notifies a rollup's team and the operators of changes: by notice, email, webhook and open screens. */
import type { WebhookEvent } from "../../../../resources/account/webhook.ts";
import { rollupEvent } from "../../../../resources/raas/rollups.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import type { Trx } from "../../engines/database/database.ts";
import { secondsOf } from "../seconds-of.ts";
import { tellOperators } from "../tell-operators.ts";
import type { AfterCommit, RaasDeps } from "./deps.ts";
import type { RollupRow } from "./rows.ts";
import {
  appliedMessage,
  declinedMessage,
  expiringMessage,
  failedMessage,
  offeredMessage,
  paidMessage,
  pathOf,
  runningMessage,
} from "./messages.ts";

/** Reloads the team's open screens. */
export const changed =
  ({ engines: { realtime } }: RaasDeps, { id, team_id }: Pick<RollupRow, "id" | "team_id">): AfterCommit =>
  () =>
    realtime.toTeam(team_id, rollupEvent, { id });

export const tellRunning = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(deps, trx, row, { message: runningMessage(row), event: "rollup.running" });

export const tellFailed = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(deps, trx, row, { message: failedMessage(row), event: "rollup.failed" });

/** Notifies of an upcoming expiry. The notice is removed once it no longer applies: see warnings.ts. */
export const tellExpiring = (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
): Promise<{ readonly after: AfterCommit; readonly noticeId: string }> =>
  noteTeam(deps, trx, row, {
    message: expiringMessage(row),
    event: "rollup.expiring",
    letter: `Rollup ${row.name} expires soon`,
  });

export const tellExpired = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(deps, trx, row, {
    message: `Rollup ${row.name} has stopped. ${row.note ?? ""}`,
    event: "rollup.ended",
    data: { reason: "expired" },
    letter: `Rollup ${row.name} has stopped`,
  });

/** Only notifies the webhook: the team terminated it itself. */
export const tellTerminated = async (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> => {
  await deps.webhooks.tell(trx, row.team_id, "rollup.ended", { ...dataOf(row), reason: "terminated" });
  return changed(deps, row);
};

export const tellOffered = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(deps, trx, row, { message: offeredMessage(row), letter: `Offer for rollup ${row.name}` });

export const tellProlonged = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(deps, trx, row, { message: runningMessage(row), letter: `Rollup ${row.name} was extended` });

export const tellDeclined = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(deps, trx, row, { message: declinedMessage(row), letter: `Rollup ${row.name} was declined` });

export const tellApplied = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellBoth(deps, trx, row, appliedMessage);

export const tellPaid = (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellBoth(deps, trx, row, paidMessage);

interface News {
  readonly message: string;
  readonly event?: WebhookEvent;
  readonly data?: object;
  /** Subject of the email to the owner. */
  readonly letter?: string;
}

const tellTeam = async (deps: RaasDeps, trx: Trx, row: RollupRow, news: News): Promise<AfterCommit> =>
  (await noteTeam(deps, trx, row, news)).after;

const noteTeam = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  { message, event, data = {}, letter }: News,
): Promise<{ readonly after: AfterCommit; readonly noticeId: string }> => {
  const { notices, alerts, webhooks, dashboardUrl } = deps;
  const { team_id: teamId } = row;
  const team = await teamOf(trx, teamId);
  const url = pathOf(row);
  const notice = { type: "NORMAL", message, url, label: "Open rollup", teamId } as const;
  const noticeId = await notices.toPerson(trx, team.owner_id, notice);
  if (letter !== undefined)
    await alerts.toOwner(trx, teamId, { subject: letter, text: `${message}\n\n${dashboardUrl()}${url}\n` });
  if (event) await webhooks.tell(trx, teamId, event, { ...dataOf(row), ...data });
  const after = (): void => {
    notices.tell(team.owner_id);
    changed(deps, row)();
  };
  return { after, noticeId };
};

/** Notifies operators, and updates the team's screens at once. */
const tellBoth = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  sentence: (team: string, row: RollupRow) => string,
): Promise<AfterCommit> => {
  const { name } = await teamOf(trx, row.team_id);
  const url = rollupRequests.routes.edit.replace("{id}", row.id);
  const tell = await tellOperators(deps, trx, { message: sentence(name, row), url, label: "Answer" });
  return () => {
    tell();
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
