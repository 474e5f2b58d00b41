/** Lists all rollups for operators. */
import { landUnit } from "../../../resources/money.ts";
import type { Row } from "../../../resources/declare/define.ts";
import { rollupStates, type rollupRequests, type RollupState } from "../../../resources/operator/rollup-requests.ts";
import { rollups, rollupStatus, type RollupStatus } from "../../../resources/raas/rollups.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Db } from "../engines/database/database.ts";
import { secondsOf } from "../lib/seconds-of.ts";
import { containing, countOf, onPage, type PageQuery } from "../kernel/calls/list-query.ts";
import { isUuid } from "../kernel/uuid.ts";
import { isBeingCreated, isCarried, type RollupRow } from "./rows.ts";
import { settlementNames } from "./messages.ts";

export type OperatorEntry = Row<typeof rollupRequests>;

interface RequestQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
}

/** Returns a page of rollups, newest first. */
export const listAll = async (
  db: Db,
  { keyword, state, kind, ...page }: RequestQuery,
): Promise<{ readonly items: OperatorEntry[]; readonly total: number }> => {
  const matching = allOf(db)
    .$if(!!keyword, (rows) => rows.where("rollup.name", "ilike", containing(keyword!)))
    .$if(state !== undefined, (rows) => rows.where("status", "in", statusesOf(state as RollupState)))
    .$if(kind !== undefined, (rows) => rows.where("fast_deploy", "=", kind === "AT_ONCE"));
  const [rows, total] = await Promise.all([
    columnsOf(matching).orderBy("rollup.created_at", "desc").orderBy("rollup.id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Returns a rollup. Throws NOT_FOUND. */
export const findRequest = async (db: Db, id: string): Promise<OperatorEntry> => {
  const row = isUuid(id) ? await columnsOf(allOf(db)).where("rollup.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

const allOf = (db: Db) => db.selectFrom("rollup").innerJoin("team", "team.id", "rollup.team_id");
const columnsOf = (query: ReturnType<typeof allOf>) => query.selectAll("rollup").select("team.name as team");

const states: Readonly<Record<RollupStatus, RollupState>> = {
  [rollupStatus.APPLYING]: "applying",
  [rollupStatus.PENDING_PAYMENT]: "unpaid",
  [rollupStatus.CREATING]: "creating",
  [rollupStatus.RUNNING]: "online",
  [rollupStatus.TERMINATED]: "ended",
  [rollupStatus.CREATING_PAID]: "creating",
};

const statusesOf = (state: RollupState): RollupStatus[] =>
  Object.values(rollupStatus).filter((status) => rollupStates.includes(state) && states[status] === state);

const present = (row: RollupRow & { readonly team: string }): OperatorEntry => {
  const { facts } = row;
  const contacts = [row.email, row.telegram, row.x_id, row.scheduling_link].filter((one) => one !== null);
  return {
    id: row.id,
    name: row.name,
    team: row.team,
    state: states[row.status],
    kind: isCarried(row) ? "AT_ONCE" : "APPLICATION",
    wish: wishOf(row),
    ...(contacts.length > 0 && { contact: contacts.join(" · ") }),
    ...(row.expires_at && { expiresAt: secondsOf(row.expires_at) }),
    createdAt: secondsOf(row.created_at),
    answer: isBeingCreated(row) || row.status === rollupStatus.RUNNING ? "HAND_OVER" : "OFFER",
    ...(row.land !== "0" && { land: (BigInt(row.land) / landUnit).toString() }),
    // A trial lasts hours: only an operator's offer is in days.
    ...(row.term_seconds > 0n && row.term_seconds % 86_400n === 0n && { days: Number(row.term_seconds / 86_400n) }),
    ...(row.note !== null && { note: row.note }),
    ...(row.chain_id !== null && { chainId: row.chain_id.toString() }),
    ...(facts &&
      !isCarried(row) && {
        provider: facts.provider,
        rpc: facts.rpc,
        ...(facts.ws !== null && { ws: facts.ws }),
        ...(facts.blockExplorer && { explorer: facts.blockExplorer }),
        ...(facts.bridge && { bridge: facts.bridge }),
        contract: facts.contractAddress,
        withdrawDays: Math.floor(facts.withdrawPeriod / 86_400),
      }),
  };
};

const wishOf = ({ framework, da_layer: dataLayer, settlement, network }: RollupRow): string =>
  [
    rollups.fields.framework.labels?.[framework] ?? framework,
    `settles on ${settlementNames[settlement]}`,
    network.toLowerCase(),
    `data on ${dataLayers[dataLayer]}`,
  ].join(", ");

const dataLayers: Readonly<Record<RollupRow["da_layer"], string>> = {
  SETTLEMENT: "the same chain",
  ARWEAVE: "Arweave",
  GREENFIELD: "Greenfield",
  OTHER: "another layer",
};
