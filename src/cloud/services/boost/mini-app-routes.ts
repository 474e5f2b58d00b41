import { createTgNode, startTgNode } from "../../../../resources/boost/mini-app-calls.ts";
import { readStart } from "../../../../resources/boost/start-param.ts";
import { AppError } from "../../app-error.ts";
import { route, type Route } from "../route.ts";
import type { NodeDeps } from "./node-deps.ts";

/** Joins Boost from the messaging app. */
export const miniAppRoutes = ({ tokens, clock, join, messaging, partner }: NodeDeps): Route[] => [
  route(startTgNode, async ({ db, caller, body: { userId, startParam } }) => {
    const own = await messaging.idOf(db, caller.userId);
    if (own !== userId) throw new AppError("MESSAGING_UNSIGNED");
    const start = readStart(startParam);
    if (start.kind === "partner") await messaging.saveStart(db, caller.userId, start.campaigns);
    return null;
  }),
  route(createTgNode, async ({ db, caller, body }) => {
    const start = readStart(body.code);
    const code = start.kind === "invite" ? start.code : undefined;
    const { row, isNew } = await join(db, { personId: caller.userId, origin: "tg", code, at: clock() });
    if (isNew) {
      const campaigns = start.kind === "partner" ? start.campaigns : await messaging.startOf(db, caller.userId);
      const telegramUserId = campaigns && (await messaging.idOf(db, caller.userId));
      if (campaigns && telegramUserId !== undefined)
        await partner.joined(db, { ...campaigns, nodeId: row.id, telegramUserId });
    }
    return { ...(await tokens.issue(db, row.id, caller.sessionId)), isNew };
  }),
];
