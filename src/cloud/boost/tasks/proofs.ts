/** Checks what a node has done according to Freehold's own records. */
import { sql } from "kysely";
import type { AutomaticProof, TaskProof } from "../../../../resources/boost/tasks/task-model.ts";
import type { PointKind } from "../../../../resources/boost/shapes.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Auth } from "../../account/auth/service.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import type { Clock } from "../nodes/nodes.ts";

/** Other services' records of a user and their own team. */
export interface Records {
  isActivated(db: Db, teamId: string): Promise<boolean>;
  hasDeposited(db: Db, teamId: string): Promise<boolean>;
  /** Unix seconds at which each user first activated or deposited; users who did neither are missing. */
  qualifiedSince(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  projects(db: Db, teamId: string): Promise<{ readonly projects: number; readonly deployments: number }>;
}

export interface Doer {
  readonly nodeId: string;
  readonly userId: string;
  readonly teamId: string;
}

interface ProofQuery {
  readonly proof: TaskProof;
  /** Unix seconds; repeatable actions count only since then. */
  readonly since: number | undefined;
  /** For LISTED: lowercase allowed addresses. */
  readonly addresses: readonly string[] | null;
}

interface Deps {
  readonly auth: Pick<Auth, "wallets">;
  readonly records: Records;
  readonly invitees: { count(db: Db, inviterId: string, at: number): Promise<number> };
  readonly clock: Clock;
}

/** Returns how many of a task's requirements are met. Each query runs once, however many tasks need it. Entered text is not counted. */
export const createProofs = ({ auth, records, invitees, clock }: Deps, db: Db, doer: Doer) => {
  const { nodeId, userId, teamId } = doer;
  const results = new Map<string, Promise<number>>();
  const wallets = () => auth.wallets(db, userId);
  const counters: Record<AutomaticProof, (query: ProofQuery) => Promise<number>> = {
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
    STAKED: () => countOf(stakesOf(db, nodeId)),
    INVITED: () => invitees.count(db, nodeId, clock()),
    EXCHANGE: () =>
      countOf(db.selectFrom("boost_exchange").where("node_id", "=", nodeId).where("status", "=", "APPROVED")),
    LISTED: async ({ addresses }) =>
      Number((await wallets()).some(({ address }) => addresses?.includes(address.toLowerCase()))),
  };
  return (query: ProofQuery): Promise<number> => {
    const { proof, since } = query;
    if (proof === "OPENED" || proof === "WORD" || proof === "CODE" || proof === "MEMBER") return Promise.resolve(0);
    if (proof === "LISTED") return counters.LISTED(query);
    const question = `${proof} ${since ?? ""}`;
    const answer = results.get(question) ?? counters[proof](query);
    results.set(question, answer);
    return answer;
  };
};

export type Proofs = ReturnType<typeof createProofs>;

/** Wallets with tokens or NFTs in the staking contracts. Held tokens are not a stake. */
const stakesOf = (db: Db, nodeId: string) =>
  db
    .selectFrom("boost_stake")
    .where("node_id", "=", nodeId)
    .where(({ eb, or }) => or([eb("staked", ">", "0"), sql<boolean>`nfts <> '[]'`]));

const pointsOf = (db: Db, nodeId: string, kind: PointKind, since: number | undefined) =>
  db
    .selectFrom("boost_point")
    .where("node_id", "=", nodeId)
    .where("kind", "=", kind)
    .where("is_note", "=", false)
    .$if(since !== undefined, (rows) => rows.where("created_at", ">=", new Date(since! * 1000)));
