import { sql } from "kysely";
import { broadcast, noticeHistory, readNotice, readNotices } from "../../../../resources/account/notices.ts";
import { notices as resource } from "../../../../resources/operator/notices.ts";
import { AppError } from "../../kernel/app-error.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import type { Notices } from "./service.ts";

/** Users' notices, and the operator's resource for them. */
export const noticeRoutes = (notices: Notices): Route[] => [
  route(broadcast, ({ db, caller }) => notices.of(db, caller.userId)),
  route(noticeHistory, ({ db, caller, query }) => notices.history(db, caller.userId, query)),
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
  ...tableRoutes(resource, "notice", {
    team: null,
    where: (rows) => rows.where("person_id", "is", null),
    columns: {
      state: sql`case when starts_at > now() then 'scheduled' when ends_at <= now() then 'ended' else 'online' end`,
      reads: sql`(select count(*) from notice_read where notice_id = notice.id)`,
    },
    before: ({ url = "", label = "", name = "", startsAt, endsAt }, _change, row) => {
      // To the millisecond: notices of the same second keep their order.
      const starts = startsAt === undefined ? (row?.starts_at ?? new Date()) : new Date(startsAt * 1000);
      if (endsAt !== undefined && endsAt * 1000 <= starts.getTime())
        throw new AppError("INVALID_INPUT", { fields: { endsAt: ["Until: choose a time after the start."] } });
      return { url, label, name, starts_at: starts };
    },
    after: ({ afterCommit }) => afterCommit(notices.refreshAll),
  }),
];
