/**
 * POST /ton: the local TON chain with the API of a TON Center node (v2, JSON-RPC), for wallets, pages and programs of
 * any origin. Reads are public and messages are signed; the methods are in ../engines/ton/embedded/methods.ts.
 */
import type { FastifyInstance } from "fastify";
import type { Ton } from "../engines/ton/ton.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";

const bodyBytesMax = 128 * 1024;
const perMinute = 600;
const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, x-api-key, x-ton-client-version",
};

export const registerTonRpc = (app: FastifyInstance, { handle }: Pick<Ton, "handle">): void => {
  if (!handle) return;
  const limit = createRateLimit(app, "ton", perMinute);
  // Clients use either path.
  for (const path of ["/ton", "/ton/jsonRPC"]) {
    app.options(path, async (_request, reply) => reply.headers(anyOrigin).code(204).send());
    app.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      await limit(request.ip);
      const { status, body } = await handle(request.body);
      return reply
        .headers({ ...anyOrigin, "cache-control": "no-store" })
        .code(status)
        .send(body);
    });
  }
};
