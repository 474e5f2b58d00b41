/** Elite quests: time-limited challenges with a reward. */
import type { Quest } from "../../../resources/rewards/quest-calls.ts";
import { endedQuestSeconds } from "../../../resources/rewards/limits.ts";
import { AppError, notFound } from "../kernel/app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import type { RowOf } from "../engines/database/tables.ts";
import { hashOf } from "../kernel/secrets.ts";
import { uuidOf } from "../kernel/uuid.ts";
import { claimKey, collectedBy, give } from "./claims.ts";
import { factsOf, type Facts } from "./facts.ts";
import { dayOf, ownerOf, type Owner, type Deps } from "./deps.ts";
import { secondsOf } from "../lib/seconds-of.ts";

export type QuestRow = RowOf<"quest">;

export const questSubject = (id: string): string => `quest:${id}`;

/** Normalizes a code: uppercase, trimmed. */
export const canonicalCode = (input: string): string => input.trim().toUpperCase();

/** Running quests, then claimed and ended ones; newest first within each. */
export const questsOf = async (db: Db, owner: Owner, now: Date): Promise<Quest[]> => {
  const [rows, collected, facts] = await Promise.all([
    db.selectFrom("quest").selectAll().where("active", "=", true).orderBy("created_at", "desc").orderBy("id").execute(),
    collectedBy(db, owner.personId, dayOf(now)),
    factsOf(db, owner, now),
  ]);
  const isClaimed = ({ id }: QuestRow): boolean => collected.has(claimKey(questSubject(id), ""));
  const visible = rows.filter((row) => isClaimed(row) || !isHidden(row, now));
  const open = (row: QuestRow): number => Number(isClaimed(row) || hasEnded(row, now));
  return visible
    .toSorted((one, other) => open(one) - open(other))
    .map((row) => present(row, { facts, now, claimed: isClaimed(row) }));
};

interface Claim {
  readonly points: number;
  readonly title: string;
}

/** Throws NOT_FOUND, QUEST_CLAIMED, QUEST_ENDED, QUEST_NOT_DONE, QUEST_CODE_WRONG. */
export const claimQuest = async (
  deps: Deps,
  trx: Trx,
  personId: string,
  { id, code }: { readonly id: string; readonly code: string | undefined },
): Promise<Claim> => {
  const now = deps.now();
  const owner = await ownerOf(deps, trx, personId);
  const row = await trx
    .selectFrom("quest")
    .selectAll()
    .where("id", "=", uuidOf(id))
    .where("active", "=", true)
    .executeTakeFirstOrThrow(notFound);
  const subject = questSubject(row.id);
  const collected = await collectedBy(trx, personId, dayOf(now));
  if (collected.has(claimKey(subject, ""))) throw new AppError("QUEST_CLAIMED");
  if (hasEnded(row, now)) throw new AppError("QUEST_ENDED");
  await prove(trx, owner, row, { code, now });
  const { points, title } = row;
  const reward = { subject, period: "", points, reason: `Quest: ${title}` };
  if (!(await give(deps, trx, owner, reward))) throw new AppError("QUEST_CLAIMED");
  return { points, title };
};

const prove = async (
  trx: Trx,
  owner: Owner,
  row: QuestRow,
  { code = "", now }: { readonly code: string | undefined; readonly now: Date },
): Promise<void> => {
  if (row.proof === "CODE" && !row.code_hash?.equals(hashOf(canonicalCode(code)))) {
    const fields = { code: ["Incorrect code."] };
    throw new AppError("QUEST_CODE_WRONG", { fields });
  }
  if (row.proof === "FACT" && (await factsOf(trx, owner, now))[row.fact!] < row.goal) {
    throw new AppError("QUEST_NOT_DONE");
  }
};

const hasEnded = ({ ends_at }: QuestRow, now: Date): boolean => ends_at !== null && ends_at <= now;

const isHidden = ({ ends_at }: QuestRow, now: Date): boolean =>
  ends_at !== null && ends_at.getTime() + endedQuestSeconds * 1000 <= now.getTime();

interface QuestContext {
  readonly facts: Facts;
  readonly now: Date;
  readonly claimed: boolean;
}

const present = (row: QuestRow, { facts, now, claimed }: QuestContext): Quest => {
  const { id, title, description, image, link, points, proof, fact, goal, ends_at } = row;
  const done = fact === null ? 0 : facts[fact];
  return {
    id,
    title,
    desc: description,
    image,
    link,
    rewardStr: `${points.toLocaleString("en-US")} ${points === 1 ? "point" : "points"}`,
    state: stateOf(row, { claimed, ended: hasEnded(row, now), done }),
    endAt: ends_at && secondsOf(ends_at),
    proof,
    progress: proof === "FACT" ? { done: Math.min(done, goal), goal } : null,
  };
};

const stateOf = (
  { proof, goal }: QuestRow,
  { claimed, ended, done }: { readonly claimed: boolean; readonly ended: boolean; readonly done: number },
): Quest["state"] => {
  if (claimed) return 2;
  if (ended || proof === "CODE") return 0;
  return proof === "TRUST" || done >= goal ? 1 : 0;
};
