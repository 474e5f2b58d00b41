/** WebSockets at /rollup/{chainId}: JSON-RPC of a rollup with subscriptions, public like rollup-rpc.ts. */
import type { FastifyInstance } from "fastify";
import { rollupSocketsPerChain } from "../../../resources/raas/limits.ts";
import { AppError } from "../kernel/app-error.ts";
import { RollupGone, type RollupClient, type Rollups, type RollupSession } from "../engines/rollups/rollups.ts";
import { serveJsonSockets } from "../http/sockets/json-sockets.ts";
import type { Web } from "../kernel/module.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";
import { rollupRequestsPerMinute } from "./rollup-rpc.ts";

const messageBytesMax = 1024 * 1024;

export const registerRollupSockets = (
  app: FastifyInstance,
  { handle, openSession }: SocketRollups,
  underWay: Web["underWay"],
): void => {
  if (!handle || !openSession) return;
  const limit = createRateLimit(app, "/rollup/:key", rollupRequestsPerMinute);
  serveJsonSockets(app, underWay, {
    name: "a rollup",
    path: /^\/rollup\/([1-9]\d{0,15})(?:\?|$)/,
    messageBytesMax,
    admit: async ([key = ""], { ip }) => {
      const chainId = Number(key);
      const isThere = Number.isSafeInteger(chainId) && (await isRunning(() => handle(chainId, question)));
      if (!isThere) return 404;
      const open = (client: RollupClient): RollupSession => {
        const session = openSession(chainId, client);
        // Reported to the next caller.
        session.catch(() => undefined);
        return {
          take: async (message) => {
            try {
              await limit(ip);
              await (await session).take(message);
            } catch (error) {
              if (error instanceof AppError || error instanceof RollupGone) return client.end(error.message);
              throw error;
            }
          },
          close: () => void session.then(({ close }) => close()).catch(() => undefined),
        };
      };
      return { place: key, placeMax: rollupSocketsPerChain, open };
    },
  });
};

type SocketRollups = Pick<Rollups, "handle" | "openSession">;

/** A request that is answered without the rollup's node. */
const question = { jsonrpc: "2.0", id: 1, method: "eth_chainId" };

const isRunning = async (ask: () => Promise<unknown>): Promise<boolean> => {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof RollupGone) return false;
    throw error;
  }
};
