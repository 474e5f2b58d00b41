/** JSON-RPC 2.0 over POST for wallets, pages and programs of any origin. */
import type { FastifyInstance } from "fastify";
import { anyOrigin } from "../../engines/network/any-origin.ts";
import { notJson } from "../../engines/network/json-rpc.ts";
import { parseExactJson } from "../../engines/network/parse-json.ts";
import { createRateLimit } from "../../kernel/limits/rate-limit.ts";

export interface MountedRpc {
  /** Route, with or without the parameter `:key`. */
  readonly path: string;
  /** Default: a megabyte. */
  readonly bodyBytesMax?: number;
  /** Limit per IP address; each request of a batch counts. */
  readonly perMinute: number;
  /** Throws if the key is unknown. */
  check?(key: string): void;
  /** Returns undefined for a notification, which has no response. */
  answer(key: string, payload: unknown): Promise<unknown>;
  /** Returns the HTTP status of an answer. Default: 200. */
  statusOf?(answered: unknown): number;
}

const megabyte = 1024 * 1024;

export const mountJsonRpc = (
  app: FastifyInstance,
  { path, bodyBytesMax = megabyte, perMinute, check, answer, statusOf = () => 200 }: MountedRpc,
): void => {
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
      const payload = parseExactJson(String(request.body));
      if (payload === undefined) {
        await limit(request.ip);
        return reply.send(notJson);
      }
      await limit(request.ip, Array.isArray(payload) ? payload.length : 1);
      const answered = await answer(key, payload);
      return answered === undefined ? reply.code(204).send() : reply.code(statusOf(answered)).send(answered);
    });
  });
};
