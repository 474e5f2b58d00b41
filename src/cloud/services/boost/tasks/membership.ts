/** Membership of groups and channels according to the messaging app's Bot API. */
import { AppError } from "../../../app-error.ts";
import type { Db } from "../../../engines/database/database.ts";
import { taskWithId } from "./catalogue.ts";
import type { TaskDeps } from "./deps.ts";
import type { Doer } from "./proofs.ts";

/** `unlinked`: the user has no messaging-app account here. */
export type Membership = "member" | "none" | "unlinked";

/** What the Bot API returns for users who never joined. */
const notMemberPattern = /user not found|member not found|participant_id_invalid/i;

/**
 * Fetches the membership that proves a task; undefined for other tasks and without a bot. Throws MEMBERSHIP_UNKNOWN when the Bot API
 * doesn't respond or the bot is no administrator there.
 */
export const membershipFor = async (
  { engines: { bot }, messaging, clock }: Pick<TaskDeps, "engines" | "messaging" | "clock">,
  db: Db,
  { userId }: Pick<Doer, "userId">,
  taskId: string,
): Promise<Membership | undefined> => {
  const task = await taskWithId(db, taskId, clock());
  if (task?.proof !== "MEMBER" || task.chat === null || bot.embedded) return undefined;
  const messagingId = await messaging.idOf(db, userId);
  if (messagingId === undefined) return "unlinked";
  try {
    const member = await (await bot.api()).getChatMember(task.chat, messagingId);
    const isThere = member.status === "restricted" ? member.is_member : !["left", "kicked"].includes(member.status);
    return isThere ? "member" : "none";
  } catch (error) {
    const { description = "" } = error as { readonly description?: string };
    if (notMemberPattern.test(description)) return "none";
    throw new AppError("MEMBERSHIP_UNKNOWN");
  }
};
