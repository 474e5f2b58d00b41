/** Node tokens: issued in exchange for a personal token and required by the calls of a node. */
import type { Database, Trx } from "../../engines/database/database.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../kernel/secrets.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export type NodeTokens = ReturnType<typeof createNodeTokens>;

const prefix = "node_";
const validSeconds = 7 * 86_400;

export const isNodeToken = (token: string): boolean => token.startsWith(prefix);

export const createNodeTokens = ({ db }: Pick<Database, "db">) => ({
  /** A token valid for 7 days or until its session ends. `expiredAt` in Unix seconds. */
  issue: async (
    trx: Trx,
    nodeId: string,
    sessionId: string | undefined,
  ): Promise<{ token: string; expiredAt: number }> => {
    const token = prefix + randomSecret();
    const expiresAt = secondsFromNow(validSeconds);
    await trx.deleteFrom("boost_token").where("node_id", "=", nodeId).where("expires_at", "<", new Date()).execute();
    await trx
      .insertInto("boost_token")
      .values({ hash: hashOf(token), node_id: nodeId, session_id: sessionId ?? null, expires_at: expiresAt })
      .execute();
    return { token, expiredAt: secondsOf(expiresAt) };
  },
  /** `sessionId`: the session that issued the token. */
  verify: (
    token: string,
  ): Promise<{ readonly nodeId: string; readonly personId: string; readonly sessionId: string | null } | undefined> =>
    db
      .selectFrom("boost_token")
      .innerJoin("boost_node", "boost_node.id", "boost_token.node_id")
      .leftJoin("session", "session.id", "boost_token.session_id")
      .select(["boost_node.id as nodeId", "boost_node.person_id as personId", "session_id as sessionId"])
      .where("boost_token.hash", "=", hashOf(token))
      .where("boost_token.expires_at", ">", new Date())
      .where("session.revoked_at", "is", null)
      .executeTakeFirst(),
});
