import { sql } from "kysely";
import { broadcast, readNotice, readNotices } from "../../../../resources/account/notices.ts";
import { notices as resource } from "../../../../resources/operator/notices.ts";
import { AppError } from "../../app-error.ts";
import { route, type Route } from "../route.ts";
import { tableRoutes } from "../table-routes.ts";
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
  ...tableRoutes(resource, "notice", {
    team: null,
    where: (rows) => rows.where("person_id", "is", null),
    columns: {
      state: sql`case when starts_at > now() then 'scheduled' when ends_at <= now() then 'ended' else 'online' end`,
      reads: sql`(select count(*) from notice_read where notice_id = notice.id)`,
    },
    before: ({ url = "", label = "", name = "", startsAt, endsAt, ...values }, _change, row) => {
      const starts = (startsAt ?? row?.startsAt ?? row?.createdAt) as number | undefined;
      if (endsAt !== undefined && Number(endsAt) <= (starts ?? Date.now() / 1000))
        throw new AppError("INVALID_INPUT", { fields: { endsAt: ["Until: choose a time after the start."] } });
      // To the millisecond: notices of the same second keep their order.
      return { ...values, url, label, name, startsAt: starts ?? new Date(), endsAt };
    },
    after: ({ afterCommit }) => afterCommit(notices.refreshAll),
  }),
];
