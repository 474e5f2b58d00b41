/** Who invited whom: recorded once for each node, never oneself, never in a circle. */
import { sql } from "kysely";
import { boostInvite } from "../../../../resources/boost/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Teams } from "../teams/service.ts";
import { addBoost, lockNodes, type NodeRow } from "./nodes.ts";

export interface Invited {
  readonly nodeId: string;
  readonly inviterId: string;
  /** Unix seconds. */
  readonly at: number;
}
/** Told, in the same transaction, that a node has got its inviter: once for each node. */
export type InvitedListener = (trx: Trx, invited: Invited) => Promise<void>;

export interface Invites {
  onInvited(listener: InvitedListener): void;
  /** The code of whoever invited a person when they first signed in. */
  signedInBy(db: Db, personId: string): Promise<string | undefined>;
  /**
   * Records the inviter of a node by a typed code and gives the node its boost of invited people. Says whether it did: a code that is
   * nobody's, one's own, that of somebody without a node or of somebody whom the node has brought itself does nothing.
   */
  record(trx: Trx, node: Pick<NodeRow, "id" | "person_id">, code: string | undefined, at: number): Promise<boolean>;
  /** Records a person who joins as the inviter of those whom they brought here before, and who have no inviter yet. */
  recordEarlier(trx: Trx, personId: string, at: number): Promise<void>;
}

/** Whoever brings more before having a node of their own starts with these. */
const earlierMax = 1000;

export const createInvites = (teams: Pick<Teams, "codeOf" | "inviterOf" | "personWithCode">): Invites => {
  const listeners: InvitedListener[] = [];

  const inviterFor = async (trx: Trx, personId: string, code: string): Promise<string | undefined> => {
    const inviter = await teams.personWithCode(trx, code);
    if (inviter === undefined || inviter === personId) return undefined;
    const node = await trx.selectFrom("boost_node").select("id").where("person_id", "=", inviter).executeTakeFirst();
    return node?.id;
  };

  const record: Invites["record"] = async (trx, { id: nodeId, person_id: personId }, code, at) => {
    const inviterId = code ? await inviterFor(trx, personId, code) : undefined;
    if (inviterId === undefined) return false;
    // One at a time in the whole cloud: two that are recorded at once could close a circle unseen. A person does this once.
    await sql`select pg_advisory_xact_lock(hashtext('boost inviters'))`.execute(trx);
    const node = (await lockNodes(trx, [nodeId, inviterId])).get(nodeId);
    if (!node || node.inviter_id !== null || (await isBroughtBy(trx, inviterId, nodeId))) return false;
    await trx.updateTable("boost_node").set({ inviter_id: inviterId }).where("id", "=", nodeId).execute();
    await addBoost(trx, nodeId, at, { rate: boostInvite.rate * 1000, seconds: boostInvite.seconds });
    for (const listener of listeners) await listener(trx, { nodeId, inviterId, at });
    return true;
  };

  return {
    onInvited: (listener) => void listeners.push(listener),
    record,
    recordEarlier: async (trx, personId, at) => {
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
    signedInBy: async (db, personId) => {
      const inviter = await teams.inviterOf(db, personId);
      return inviter && teams.codeOf(db, inviter);
    },
  };
};

/** Whether `nodeId` stands among those by whom `inviterId` came. */
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
