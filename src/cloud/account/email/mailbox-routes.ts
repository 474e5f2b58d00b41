import { letter, mailbox } from "../../../../resources/devnet/mailbox.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Mail } from "./service.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

const shownMax = 100;
const headColumns = ["id", "recipient", "subject", "state", "created_at"] as const;

/** The mailbox of a development instance: each user's own emails. */
export const mailRoutes = ({ way }: Pick<Mail, "way">): Route[] => [
  route(mailbox, async ({ db, caller }) => {
    const rows = await emailsOf(db, caller.userId)
      .select(headColumns)
      .orderBy("created_at", "desc")
      .limit(shownMax)
      .execute();
    return { leaves: way === "smtp", items: rows.map(headOf) };
  }),
  route(letter, async ({ db, caller, params }) => {
    const id = params.id;
    const row = isUuid(id) && (await emailsOf(db, caller.userId).selectAll().where("id", "=", id).executeTakeFirst());
    if (!row) throw new AppError("NOT_FOUND");
    return { ...headOf(row), text: row.body, problem: row.problem };
  }),
];

/** Emails to addresses that the user entered, and to their confirmed address since it was confirmed. */
const emailsOf = (db: Db, userId: string) =>
  db
    .selectFrom("mail")
    .where((eb) =>
      eb.or([
        eb("asked_by", "=", userId),
        eb.exists(
          eb
            .selectFrom("email")
            .whereRef("email.address", "=", "mail.recipient")
            .whereRef("email.confirmed_at", "<=", "mail.created_at")
            .where("email.person_id", "=", userId),
        ),
      ]),
    );

const headOf = ({ id, recipient, subject, state, created_at }: Pick<RowOf<"mail">, (typeof headColumns)[number]>) => ({
  id,
  to: recipient,
  subject,
  state,
  createdAt: secondsOf(created_at),
});
