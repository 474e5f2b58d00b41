/**
 * POST /chain/{key}: JSON-RPC of a chain of the cloud's own, for wallets, pages and programs of any origin. Everything asked here is
 * public on a chain, and what is sent is signed; the methods stand in ../engines/evm/rpc/methods.ts.
 */
import type { FastifyInstance } from "fastify";
import type { Evm } from "../engines/evm/evm.ts";
import { AppError } from "../app-error.ts";
import { createRateLimit } from "./rate-limit.ts";

const bodyBytesMax = 1024 * 1024;
/** Each request of a batch counts. */
const perMinute = 3_000;
const anyOrigin = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };
const notJson = { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "This is not JSON." } };

export const registerChainRpc = (app: FastifyInstance, { find, handle }: Pick<Evm, "find" | "handle">): void => {
  if (!handle) return;
  const limit = createRateLimit(perMinute);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.options("/chain/:key", async (_request, reply) => reply.headers(anyOrigin).code(204).send());
    scope.post<{ Params: { key: string } }>("/chain/:key", async (request, reply) => {
      const { key } = request.params;
      if (!find(key)) throw new AppError("NOT_FOUND");
      reply.headers({ ...anyOrigin, "cache-control": "no-store" }).type("application/json; charset=utf-8");
      const asked = jsonOf(request.body);
      if (asked === undefined) {
        limit(request.ip);
        return reply.send(notJson);
      }
      for (let count = 0; count < (Array.isArray(asked) ? asked.length : 1); count += 1) limit(request.ip);
      const answer = await handle(key, asked);
      return answer === undefined ? reply.code(204).send() : reply.send(answer);
    });
  });
};

const jsonOf = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
};
