/**
 * Websockets at /v1/{chain}/{network}/{key}: JSON-RPC with subscriptions. Access is granted by the key, within its allowlist and tokens.
 */
import type { FastifyInstance } from "fastify";
import { rpcBodyBytesMax, rpcSocketsPerKey } from "../../../resources/rpc/limits.ts";
import type { Rpc } from "./service.ts";
import { serveJsonSockets } from "../http/sockets/json-sockets.ts";
import type { Web } from "../kernel/module.ts";
import { clientOf } from "./http.ts";

export const registerRpcSockets = (
  app: FastifyInstance,
  { gateway, openSession }: Rpc,
  underWay: Web["underWay"],
): void =>
  serveJsonSockets(app, underWay, {
    name: "the RPC service",
    path: /^\/v1\/([^/?]+)\/([^/?]+)\/([^/?]+)(?:\?|$)/,
    messageBytesMax: rpcBodyBytesMax,
    admit: async ([chain = "", network = "", userKey = ""], facts) => {
      const client = clientOf(facts);
      const where = { chain: `${chain}/${network}`, userKey };
      const enter = () => gateway.enter(where, client);
      const entered = await enter();
      if ("status" in entered) return entered.status;
      return {
        place: entered.key.id,
        placeMax: rpcSocketsPerKey,
        open: (ends) => openSession(where.chain, { enter, ...ends }),
      };
    },
  });
