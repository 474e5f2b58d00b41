/**
 * POST /v1/{chain}/{network}/{key}: JSON-RPC for clients of any origin. Access is granted by the key, within its allowlist and tokens;
 * chain data is public.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rpcRefusals, type RpcRefusalName } from "../../../resources/rpc/errors.ts";
import { rpcBodyBytesMax } from "../../../resources/rpc/limits.ts";
import { notJson, refusalOf } from "../engines/network/json-rpc.ts";
import { parseExactJson } from "../engines/network/parse-json.ts";
import type { Rpc } from "./service.ts";
import { asAppError } from "../kernel/calls/envelope.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";
import { anyOrigin } from "../engines/network/any-origin.ts";

const cors = {
  ...anyOrigin,
  "access-control-expose-headers": "retry-after, x-rpc-cache, x-rpc-upstream, x-rpc-attempts",
  "access-control-max-age": "86400",
};
/** Limit of calls with unknown keys per IP address. */
const wrongKeysPerMinute = 300;
const path = "/v1/:chain/:network/:key";
const bodyMsMax = 30_000;
const json = "application/json; charset=utf-8";

interface Params {
  readonly chain: string;
  readonly network: string;
  readonly key: string;
}

/** Time limit for receiving a body, against slow clients that hold connections open. */
export const registerRpcGateway = (
  app: FastifyInstance,
  { gateway }: Pick<Rpc, "gateway">,
  bodyMs = bodyMsMax,
): void => {
  const limit = createRateLimit(app, "wrong RPC keys", wrongKeysPerMinute);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: rpcBodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const refused = asAppError(error);
      if (!refused) throw error;
      const { code } = rpcRefusals[refusalNameOf(refused.status)];
      const payload = typeof request.body === "string" ? parseExactJson(request.body) : undefined;
      const body = refusalOf(payload, { code, message: refused.message });
      if (refused.retryAfterSeconds !== undefined) void waitFor(reply, refused.retryAfterSeconds);
      return reply.headers(cors).code(refused.status).type(json).send(body);
    });
    scope.addHook("onRequest", async ({ raw }) => {
      const late = setTimeout(() => raw.destroy(), bodyMs);
      raw.once("end", () => clearTimeout(late)).once("close", () => clearTimeout(late));
    });
    scope.options(path, async (_request, reply) => reply.headers(cors).code(204).send());
    scope.post<{ Params: Params }>(path, async (request, reply) => {
      reply.headers({ ...cors, "cache-control": "no-store" }).type(json);
      const { chain, network, key } = request.params;
      const payloadIn = () => parseExactJson(String(request.body));
      const entered = await gateway.enter({ chain: `${chain}/${network}`, userKey: key }, clientOf(request), payloadIn);
      if ("status" in entered) {
        if (entered.status === 401) await limit(request.ip);
        return reply.code(entered.status).send(refusalOf(payloadIn(), entered.error));
      }
      const payload = payloadIn();
      if (payload === undefined) return reply.send(notJson);
      const { body, retryAfterMs, isUnavailable, cache, upstream, attempts } = await gateway.answer(entered, payload);
      reply.headers({ "x-rpc-cache": cache, "x-rpc-attempts": String(attempts) });
      if (upstream !== undefined) reply.header("x-rpc-upstream", upstream);
      if (retryAfterMs !== undefined)
        void waitFor(reply.code(rpcRefusals.rateExceeded.status), Math.ceil(retryAfterMs / 1000));
      if (isUnavailable) {
        const { status, retryAfterSeconds } = rpcRefusals.unavailable;
        void waitFor(reply.code(status), retryAfterSeconds);
      }
      return body === undefined ? reply.code(204).send() : reply.send(body);
    });
  });
};

const refusalNameOf = (status: number): RpcRefusalName => {
  if (status === 413) return "bodyTooLarge";
  if (status === 429) return "tooManyRequests";
  return status >= 500 ? "unavailable" : "bodyInvalid";
};

/**
 * Sets Retry-After. The leading zero is for ethers 6, which reads a plain number as milliseconds and backs off by
 * itself otherwise.
 */
const waitFor = (reply: FastifyReply, seconds: number): FastifyReply => reply.header("retry-after", `0${seconds}`);

export const clientOf = ({ headers, ip }: Pick<FastifyRequest, "headers" | "ip">) => ({
  origin: headers.origin,
  agent: headers["user-agent"] ?? "",
  ip,
  token: /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1],
});
