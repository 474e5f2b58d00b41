/**
 * The local zkSync Lite ledger below /zksync, with the network's API: POST /zksync/jsrpc, and an account's history. For
 * pages, wallets and programs of any origin: reads are public and transactions are signed.
 */
import type { FastifyInstance } from "fastify";
import { zkSyncPath } from "../../../resources/chains/zksync-limits.ts";
import type { ZkSyncLite } from "../engines/zksync-lite/zksync-lite.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";
import { anyOrigin } from "../engines/network/any-origin.ts";

const bodyBytesMax = 16 * 1024;
const perMinute = 300;
const wrongQuery = { status: "error", result: null, error: { errorType: "api_error", message: "Invalid query." } };

export const registerZkSyncLite = (app: FastifyInstance, { handler }: Pick<ZkSyncLite, "handler">): void => {
  if (!handler) return;
  const limit = createRateLimit(app, "zksync", perMinute);
  app.options(`${zkSyncPath}/*`, async (_request, reply) => reply.headers(anyOrigin).code(204).send());
  app.post(`${zkSyncPath}/jsrpc`, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    await limit(request.ip);
    return reply.headers({ ...anyOrigin, "cache-control": "no-store" }).send(await handler.answer(request.body));
  });
  app.get<{ Params: { address: string } }>(
    `${zkSyncPath}/api/v0.2/accounts/:address/transactions`,
    async (request, reply) => {
      await limit(request.ip);
      reply.headers({ ...anyOrigin, "cache-control": "no-store" });
      const page = await handler.history(request.params.address, request.query);
      return page === undefined ? reply.code(400).send(wrongQuery) : reply.send(page);
    },
  );
};
