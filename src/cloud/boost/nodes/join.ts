/** Joins Boost: one node per user, with its inviter. */
import { randomUUID } from "node:crypto";
import { boostBase } from "../../../../resources/boost/limits.ts";
import { pointUnit } from "../../../../resources/boost/nodes/points.ts";
import type { PreActivity } from "../../../../resources/boost/shapes.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { Invites } from "../invites/invites.ts";
import type { NodeRow } from "./nodes.ts";

export interface Joining {
  readonly personId: string;
  readonly origin: RowOf<"boost_node">["origin"];
  /** From an invite link; if omitted, the inviter of the first sign-in counts. */
  readonly code?: string | undefined;
  /** Unix seconds. */
  readonly at: number;
}

export type Join = ReturnType<typeof createJoin>;

/** Creates the user's node or returns the existing one, also under concurrent calls. */
export const createJoin =
  ({ invites, auth }: { readonly invites: Invites; readonly auth: Pick<Auth, "user"> }) =>
  async (trx: Trx, { personId, origin, code, at }: Joining): Promise<{ row: NodeRow; isNew: boolean }> => {
    const from = await originOf(trx, personId, origin);
    const { rate, capacity } = boostBase[from];
    const made = await trx
      .insertInto("boost_node")
      .values({
        id: randomUUID(),
        person_id: personId,
        origin: from,
        base_rate: JSON.stringify([{ rate: rate * 1000, start: at }]),
        capacity: (BigInt(capacity) * pointUnit).toString(),
        compute_timestamp: at,
        created_at: new Date(at * 1000),
      })
      .onConflict((conflict) => conflict.column("person_id").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) {
      const invited = await invites.record(trx, made, code ?? (await invites.signedInBy(trx, personId)), at);
      await invites.recordEarlier(trx, personId, at);
      await savePreActivities(trx, made.id, await preActivitiesOf(auth, trx, personId, invited));
    }
    const row = await trx
      .selectFrom("boost_node")
      .selectAll()
      .where("person_id", "=", personId)
      .executeTakeFirstOrThrow();
    return { row, isNew: made !== undefined };
  };

/** A user without a wallet comes from the messaging app, whatever the request says. */
const originOf = async (trx: Trx, personId: string, declared: Joining["origin"]): Promise<Joining["origin"]> => {
  const person = await trx.selectFrom("person").select("address").where("id", "=", personId).executeTakeFirst();
  return person?.address === null ? "tg" : declared;
};

const preActivitiesOf = async (
  auth: Pick<Auth, "user">,
  trx: Trx,
  personId: string,
  invited: boolean,
): Promise<PreActivity[]> => {
  const { email, github } = await auth.user(trx, personId);
  const done: readonly (PreActivity | false)[] = [
    invited && "invite",
    email !== null && email !== undefined && "email",
    github !== null && "code_host",
  ];
  return done.filter((each) => each !== false);
};

const savePreActivities = async (trx: Trx, nodeId: string, done: readonly PreActivity[]): Promise<void> => {
  if (done.length === 0) return;
  await trx
    .updateTable("boost_node")
    .set({ pre_activities: JSON.stringify(done) })
    .where("id", "=", nodeId)
    .execute();
};
