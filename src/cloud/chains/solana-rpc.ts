import type { FastifyInstance } from "fastify";
import type { Solana } from "../engines/solana/solana.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";

const bodyBytesMax = 64 * 1024;
const perMinute = 600;

/** POST /solana: Solana's JSON-RPC, for wallets and programs of any origin. */
export const registerSolanaRpc = (app: FastifyInstance, { answer }: Pick<Solana, "answer">): void => {
  const limit = createRateLimit(app, "solana", perMinute);
  const anyOrigin = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type, solana-client",
  };
  app.options("/solana", async (_request, reply) => reply.headers(anyOrigin).code(204).send());
  app.post("/solana", { bodyLimit: bodyBytesMax }, async (request, reply) => {
    await limit(request.ip);
    return reply.headers({ ...anyOrigin, "cache-control": "no-store" }).send(await answer(request.body));
  });
};
