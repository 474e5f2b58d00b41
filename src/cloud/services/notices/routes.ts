import { broadcast, readNotice, readNotices } from "../../../../resources/account/notices.ts";
import { notices as resource } from "../../../../resources/operator/notices.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { editPublished, findPublished, listPublished, publish, removePublished } from "./publish.ts";
import type { Notices } from "./service.ts";

/** Users' notices, and the operator's resource for them. */
export const noticeRoutes = (notices: Notices): Route[] => [
  route(broadcast, ({ db, caller }) => notices.of(db, caller.userId)),
  route(readNotice, async ({ db, caller, params, afterCommit }) => {
    await notices.read(db, caller.userId, params.id);
    afterCommit(() => notices.refresh(caller.userId));
    return null;
  }),
  route(readNotices, async ({ db, caller, body, afterCommit }) => {
    await notices.readAll(db, caller.userId, body.ids);
    afterCommit(() => notices.refresh(caller.userId));
    return null;
  }),
  ...resourceRoutes(resource, {
    list: ({ db, query }) => listPublished(db, query),
    show: ({ db, params }) => findPublished(db, params.id),
    create: async ({ db, body, afterCommit }) => {
      const published = await publish(db, body);
      afterCommit(notices.refreshAll);
      return published;
    },
    edit: async ({ db, params, body, afterCommit }) => {
      const published = await editPublished(db, params.id, body);
      afterCommit(notices.refreshAll);
      return published;
    },
    delete: async ({ db, params, afterCommit }) => {
      await removePublished(db, params.id);
      afterCommit(notices.refreshAll);
      return null;
    },
  }),
];
