/** JSON-RPC 2.0 over POST for wallets, pages and programs of any origin. */
import type { FastifyInstance } from "fastify";
import { parseJson } from "../engines/network/parse-json.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";

export interface MountedRpc {
  /** Route with the parameter `:key`. */
  readonly path: string;
  /** Limit per IP address; each request of a batch counts. */
  readonly perMinute: number;
  /** Throws if the key is unknown. */
  check?(key: string): void;
  /** Returns undefined for a notification, which has no response. */
  answer(key: string, payload: unknown): Promise<unknown>;
}

const bodyBytesMax = 1024 * 1024;
const anyOrigin = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };
const notJson = { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "The body is not valid JSON." } };

export const mountJsonRpc = (app: FastifyInstance, { path, perMinute, check, answer }: MountedRpc): void => {
  const limit = createRateLimit(app, path, perMinute);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.options(path, async (_request, reply) => reply.headers(anyOrigin).code(204).send());
    scope.post<{ Params: { key: string } }>(path, async (request, reply) => {
      const { key } = request.params;
      check?.(key);
      reply.headers({ ...anyOrigin, "cache-control": "no-store" }).type("application/json; charset=utf-8");
      const payload = parseJson(String(request.body));
      if (payload === undefined) {
        await limit(request.ip);
        return reply.send(notJson);
      }
      await limit(request.ip, Array.isArray(payload) ? payload.length : 1);
      const answered = await answer(key, payload);
      return answered === undefined ? reply.code(204).send() : reply.send(answered);
    });
  });
};
