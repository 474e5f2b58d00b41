import type { Selectable } from "kysely";
import { letter, mailbox } from "../../../../resources/account/mailbox.ts";
import { AppError } from "../../app-error.ts";
import { route, type Route } from "../route.ts";
import { isUuid } from "../uuid.ts";
import type { Mail } from "./service.ts";
import type { MailTable } from "./tables.ts";

const shownMax = 100;
const headColumns = ["id", "recipient", "subject", "state", "created_at"] as const;

/** The mailbox of a cloud on one machine. */
export const mailRoutes = ({ way }: Pick<Mail, "way">): Route[] => [
  route(mailbox, async ({ db }) => {
    const rows = await db
      .selectFrom("mail")
      .select(headColumns)
      .orderBy("created_at", "desc")
      .limit(shownMax)
      .execute();
    return { leaves: way === "smtp", items: rows.map(headOf) };
  }),
  route(letter, async ({ db, params }) => {
    const id = params["id"]!;
    const row = isUuid(id) && (await db.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst());
    if (!row) throw new AppError("NOT_FOUND");
    return { ...headOf(row), text: row.body, problem: row.problem };
  }),
];

const headOf = ({
  id,
  recipient,
  subject,
  state,
  created_at,
}: Pick<Selectable<MailTable>, (typeof headColumns)[number]>) => ({
  id,
  to: recipient,
  subject,
  state,
  createdAt: Math.floor(created_at.getTime() / 1000),
});
