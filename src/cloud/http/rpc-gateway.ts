/**
 * POST /v1/{chain}/{network}/{key}: JSON-RPC for clients of any origin. Who may call is whoever has the key, as far as its allowlist and
 * its tokens let them; what is asked of a chain is public.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rpcBodyBytesMax } from "../../../resources/rpc/limits.ts";
import type { Rpc } from "../services/rpc/service.ts";
import { asAppError } from "./envelope.ts";
import { createRateLimit } from "./rate-limit.ts";

const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-expose-headers": "retry-after, x-rpc-cache, x-rpc-upstream, x-rpc-attempts",
  "access-control-max-age": "86400",
};
/** Of one address, with keys that do not exist. */
const wrongKeysPerMinute = 300;
const path = "/v1/:chain/:network/:key";
const bodyMsMax = 30_000;
const json = "application/json; charset=utf-8";
/** Of JSON-RPC, for what is refused before it is read. */
const codes: Readonly<Record<number, number>> = { 429: -32_005 };

interface Params {
  readonly chain: string;
  readonly network: string;
  readonly key: string;
}

/** A body must be complete within `bodyMs`: whoever sends it byte by byte keeps nothing open. */
export const registerRpcGateway = (
  app: FastifyInstance,
  { gateway }: Pick<Rpc, "gateway">,
  bodyMs = bodyMsMax,
): void => {
  const limit = createRateLimit(wrongKeysPerMinute);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: rpcBodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, _request, reply) => {
      const refused = asAppError(error);
      if (!refused) throw error;
      const body = {
        jsonrpc: "2.0",
        id: null,
        error: { code: codes[refused.status] ?? -32_600, message: refused.message },
      };
      return reply.headers(anyOrigin).code(refused.status).type(json).send(body);
    });
    scope.addHook("onRequest", async ({ raw }) => {
      const late = setTimeout(() => raw.destroy(), bodyMs);
      raw.once("end", () => clearTimeout(late)).once("close", () => clearTimeout(late));
    });
    scope.options(path, async (_request, reply) => reply.headers(anyOrigin).code(204).send());
    scope.post<{ Params: Params }>(path, async (request, reply) => {
      reply.headers({ ...anyOrigin, "cache-control": "no-store" }).type(json);
      const { chain, network, key } = request.params;
      const entered = await gateway.enter({ chain: `${chain}/${network}`, userKey: key }, clientOf(request));
      if ("status" in entered) {
        if (entered.status === 401) limit(request.ip);
        return reply.code(entered.status).send({ jsonrpc: "2.0", id: null, error: entered.error });
      }
      const asked = jsonOf(request.body);
      if (asked === undefined) return reply.send(notJson);
      const { body, retryAfterMs, cache, upstream, attempts } = await gateway.answer(entered, asked);
      reply.headers({ "x-rpc-cache": cache, "x-rpc-attempts": String(attempts) });
      if (upstream !== undefined) reply.header("x-rpc-upstream", upstream);
      if (retryAfterMs !== undefined) tooMany(reply, retryAfterMs);
      return body === undefined ? reply.code(204).send() : reply.send(body);
    });
  });
};

const tooMany = (reply: FastifyReply, retryAfterMs: number): void =>
  void reply.code(429).header("retry-after", String(Math.ceil(retryAfterMs / 1000)));

const notJson = { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "This is not JSON." } };

export const clientOf = ({ headers, ip }: Pick<FastifyRequest, "headers" | "ip">) => ({
  origin: headers.origin,
  agent: headers["user-agent"] ?? "",
  ip,
  token: /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1],
});

const jsonOf = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
};
