/** What the cloud's own records say a node has done, for tasks that are proved by them. */
import type { SeenProof, TaskProof } from "../../../../../resources/boost/task-words.ts";
import type { PointKind } from "../../../../../resources/boost/shapes.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { Auth } from "../../auth/service.ts";
import { countOf } from "../../list-query.ts";
import { nodeOf } from "../nodes.ts";
import "../spins/tables.ts";
import "../tables.ts";
import "./tables.ts";

/** What other services know of a person and the own team. */
export interface Records {
  isActivated(db: Db, teamId: string): Promise<boolean>;
  hasDeposited(db: Db, teamId: string): Promise<boolean>;
  projects(db: Db, teamId: string): Promise<{ readonly projects: number; readonly deployments: number }>;
}

export interface Doer {
  readonly nodeId: string;
  readonly userId: string;
  readonly teamId: string;
}

interface Asked {
  readonly proof: TaskProof;
  /** Unix seconds; only what was done since then counts, of what is done again and again. */
  readonly since: number | undefined;
  /** Of LISTED: who may have it, in lower case. */
  readonly addresses: readonly string[] | null;
}

interface Parts {
  readonly auth: Pick<Auth, "wallets">;
  readonly records: Records;
}

/** Says how many of what a task asks for there are; each question is asked once however many tasks ask it. Nothing that is typed in counts. */
export const createProofs = ({ auth, records }: Parts, db: Db, doer: Doer) => {
  const { nodeId, userId, teamId } = doer;
  const kept = new Map<string, Promise<number>>();
  const wallets = () => auth.wallets(db, userId);
  const seen: Record<SeenProof, (asked: Asked) => Promise<number>> = {
    JOINED: async () => 1,
    WALLET: async () => (await wallets()).length,
    ACTIVATED: async () => Number(await records.isActivated(db, teamId)),
    DEPOSITED: async () => Number(await records.hasDeposited(db, teamId)),
    PROJECT: async () => (await records.projects(db, teamId)).projects,
    DEPLOYMENT: async () => (await records.projects(db, teamId)).deployments,
    COLLECTED: ({ since }) => countOf(pointsOf(db, nodeId, "collect", since)),
    EXPLORED: ({ since }) => countOf(pointsOf(db, nodeId, "explorer", since)),
    SPUN: ({ since }) =>
      countOf(
        db
          .selectFrom("boost_spin")
          .where("node_id", "=", nodeId)
          .$if(since !== undefined, (rows) => rows.where("created_at", ">=", new Date(since! * 1000))),
      ),
    STAGE: () => countOf(db.selectFrom("boost_stage").where("node_id", "=", nodeId)),
    STAKED: async () => Number((await nodeOf(db, nodeId)).rate_buff > 0),
    INVITED: () => invitedBy(db, nodeId),
    EXCHANGE: () => countOf(db.selectFrom("boost_exchange").where("node_id", "=", nodeId)),
    LISTED: async ({ addresses }) =>
      Number((await wallets()).some(({ address }) => addresses?.includes(address.toLowerCase()))),
  };
  return (asked: Asked): Promise<number> => {
    const { proof, since } = asked;
    if (proof === "OPENED" || proof === "WORD" || proof === "CODE") return Promise.resolve(0);
    if (proof === "LISTED") return seen.LISTED(asked);
    const question = `${proof} ${since ?? ""}`;
    const answer = kept.get(question) ?? seen[proof](asked);
    kept.set(question, answer);
    return answer;
  };
};

export type Proofs = ReturnType<typeof createProofs>;

/** How many have joined by a node's invitation. */
export const invitedBy = (db: Db, nodeId: string): Promise<number> =>
  countOf(db.selectFrom("boost_node").where("inviter_id", "=", nodeId));

const pointsOf = (db: Db, nodeId: string, kind: PointKind, since: number | undefined) =>
  db
    .selectFrom("boost_point")
    .where("node_id", "=", nodeId)
    .where("kind", "=", kind)
    .where("is_note", "=", false)
    .$if(since !== undefined, (rows) => rows.where("created_at", ">=", new Date(since! * 1000)));
