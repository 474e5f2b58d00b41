/** Tells a rollup's team, and those who run the cloud, what has become of it: notices, letters, webhooks and open screens. */
import type { WebhookEvent } from "../../../../resources/account/webhook.ts";
import { rollupEvent } from "../../../../resources/raas/rollups.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import type { Trx } from "../../engines/database/database.ts";
import { secondsOf } from "../seconds-of.ts";
import { tellOperators } from "../tell-operators.ts";
import type { AfterCommit, RaasParts } from "./parts.ts";
import type { RollupRow } from "./rows.ts";
import {
  appliedSentence,
  declinedSentence,
  expiringSentence,
  failedSentence,
  offeredSentence,
  paidSentence,
  pathOf,
  runningSentence,
} from "./words.ts";

/** Lets the team's open screens ask again. */
export const changed =
  ({ engines: { realtime } }: RaasParts, { id, team_id }: Pick<RollupRow, "id" | "team_id">): AfterCommit =>
  () =>
    realtime.toTeam(team_id, rollupEvent, { id });

export const tellRunning = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(parts, trx, row, { message: runningSentence(row), event: "rollup.running" });

export const tellFailed = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(parts, trx, row, { message: failedSentence(row), event: "rollup.failed" });

/** The notice of it is taken back once it is not so any more: see warnings.ts. */
export const tellExpiring = (
  parts: RaasParts,
  trx: Trx,
  row: RollupRow,
): Promise<{ readonly after: AfterCommit; readonly noticeId: string }> =>
  noteTeam(parts, trx, row, {
    message: expiringSentence(row),
    event: "rollup.expiring",
    letter: `Rollup ${row.name} expires soon`,
  });

export const tellExpired = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(parts, trx, row, {
    message: `Rollup ${row.name} has stopped. ${row.note ?? ""}`,
    event: "rollup.ended",
    data: { reason: "expired" },
    letter: `Rollup ${row.name} has stopped`,
  });

/** The team's own doing: only its webhook hears of it. */
export const tellTerminated = async (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> => {
  await parts.webhooks.tell(trx, row.team_id, "rollup.ended", { ...dataOf(row), reason: "terminated" });
  return changed(parts, row);
};

export const tellOffered = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(parts, trx, row, { message: offeredSentence(row), letter: `Offer for rollup ${row.name}` });

export const tellProlonged = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(parts, trx, row, { message: runningSentence(row), letter: `Rollup ${row.name} was extended` });

export const tellDeclined = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellTeam(parts, trx, row, { message: declinedSentence(row), letter: `Rollup ${row.name} was declined` });

export const tellApplied = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellBoth(parts, trx, row, appliedSentence);

export const tellPaid = (parts: RaasParts, trx: Trx, row: RollupRow): Promise<AfterCommit> =>
  tellBoth(parts, trx, row, paidSentence);

interface News {
  readonly message: string;
  readonly event?: WebhookEvent;
  readonly data?: object;
  /** Subject of a letter to the owner. */
  readonly letter?: string;
}

const tellTeam = async (parts: RaasParts, trx: Trx, row: RollupRow, news: News): Promise<AfterCommit> =>
  (await noteTeam(parts, trx, row, news)).after;

const noteTeam = async (
  parts: RaasParts,
  trx: Trx,
  row: RollupRow,
  { message, event, data = {}, letter }: News,
): Promise<{ readonly after: AfterCommit; readonly noticeId: string }> => {
  const { notices, alerts, webhooks, dashboardUrl } = parts;
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
    changed(parts, row)();
  };
  return { after, noticeId };
};

/** Operators by notice, the team's screens at once. */
const tellBoth = async (
  parts: RaasParts,
  trx: Trx,
  row: RollupRow,
  sentence: (team: string, row: RollupRow) => string,
): Promise<AfterCommit> => {
  const { name } = await teamOf(trx, row.team_id);
  const url = rollupRequests.routes.edit.replace("{id}", row.id);
  const tell = await tellOperators(parts, trx, { message: sentence(name, row), url, label: "Answer" });
  return () => {
    tell();
    changed(parts, row)();
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
