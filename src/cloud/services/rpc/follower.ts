/** Follows a chain through all its nodes, so subscriptions survive the failure of a node. */
import { followBlocks } from "../../engines/evm/rpc/follower.ts";
import type { Reader } from "./reader.ts";

export type Follower = ReturnType<typeof createFollower>;

export const createFollower = ({ chain, pool }: Pick<Reader, "chain" | "pool">) =>
  followBlocks({
    blockMs: chain.blockMs,
    read: async (method, params) => {
      const { reply } = await pool.read({ method, params });
      if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
      if (method === "eth_blockNumber") pool.recordHead(Number(reply.result));
      return reply.result;
    },
  });
