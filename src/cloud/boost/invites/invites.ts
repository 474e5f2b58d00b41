/** Records a node's inviter: once, never itself, never in a circle. */
import { sql } from "kysely";
import { boostInvite } from "../../../../resources/boost/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Teams } from "../../account/teams/service.ts";
import { addBoost, lockNodes, type NodeRow } from "../nodes/nodes.ts";

export type Invites = ReturnType<typeof createInvites>;

/** Limit for users who invited more before they had a node. */
const earlierMax = 1000;

export const createInvites = (teams: Pick<Teams, "codeOf" | "inviterOf" | "userWithCode">) => {
  const inviterFor = async (trx: Trx, personId: string, code: string): Promise<string | undefined> => {
    const inviter = await teams.userWithCode(trx, code);
    if (inviter === undefined || inviter === personId) return undefined;
    const node = await trx.selectFrom("boost_node").select("id").where("person_id", "=", inviter).executeTakeFirst();
    return node?.id;
  };

  /**
   * Records the inviter of a node by an entered code and grants the invitee's boost. Returns whether it did: unknown codes, the user's own
   * code, codes of users without a node and of the node's own invitees have no effect.
   */
  const record = async (
    trx: Trx,
    { id: nodeId, person_id: personId }: Pick<NodeRow, "id" | "person_id">,
    code: string | undefined,
    at: number,
  ): Promise<boolean> => {
    const inviterId = code ? await inviterFor(trx, personId, code) : undefined;
    if (inviterId === undefined) return false;
    // One at a time across all processes: two concurrent inserts could close a circle. A user does this once.
    await sql`select pg_advisory_xact_lock(hashtext('boost inviters'))`.execute(trx);
    const node = (await lockNodes(trx, [nodeId, inviterId])).get(nodeId);
    if (!node || node.inviter_id !== null || (await isBroughtBy(trx, inviterId, nodeId))) return false;
    await trx.updateTable("boost_node").set({ inviter_id: inviterId }).where("id", "=", nodeId).execute();
    await addBoost(trx, nodeId, at, { rate: boostInvite.rate * 1000, seconds: boostInvite.seconds });
    return true;
  };

  return {
    record,
    /** Records a new user as the inviter of users they invited earlier and who have no inviter yet. */
    recordEarlier: async (trx: Trx, personId: string, at: number): Promise<void> => {
      const earlier = await trx
        .selectFrom("boost_node")
        .innerJoin("person", "person.id", "boost_node.person_id")
        .select(["boost_node.id", "boost_node.person_id"])
        .where("person.invited_by", "=", personId)
        .where("boost_node.inviter_id", "is", null)
        .orderBy("boost_node.id")
        .limit(earlierMax)
        .execute();
      if (earlier.length === 0) return;
      const code = await teams.codeOf(trx, personId);
      for (const node of earlier) await record(trx, node, code, at);
    },
    /** The invite code with which a user first signed in. */
    signedInBy: async (db: Db, personId: string): Promise<string | undefined> => {
      const inviter = await teams.inviterOf(db, personId);
      return inviter && teams.codeOf(db, inviter);
    },
  };
};

/** Returns whether `nodeId` is among the inviters of `inviterId`, direct or indirect. */
const isBroughtBy = async (trx: Trx, inviterId: string, nodeId: string): Promise<boolean> => {
  const { rows } = await sql`
    with recursive chain as (
      select id, inviter_id from boost_node where id = ${inviterId}
      union
      select node.id, node.inviter_id from boost_node node join chain on node.id = chain.inviter_id
    )
    select 1 from chain where id = ${nodeId}
  `.execute(trx);
  return rows.length > 0;
};
