/**
 * /api/v1: OpenAI's API for clients of any origin, with the keys of the AI RPC (`Authorization: Bearer fhai_…`).
 * Responses and errors have OpenAI's format instead of the envelope. The model list is public.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { aiErrors, type AiErrorCode } from "../../../../resources/ai/errors.ts";
import { aiBodyBytesMax } from "../../../../resources/ai/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import { operations } from "../../engines/ai/ai.ts";
import { aiKeyPrefix } from "./keys.ts";
import { AiProblem, methodNotAllowed, problemBody, unknownModel, unknownUrl } from "./problems.ts";
import type { AiRpc } from "./service.ts";
import { tokenIn } from "../../account/auth/service.ts";
import { asAppError } from "../../kernel/calls/envelope.ts";
import { createRateLimit } from "../../kernel/limits/rate-limit.ts";
import { anyOrigin } from "../../engines/network/any-origin.ts";
import { parseExactJson } from "../../engines/network/parse-json.ts";

interface AiApiDeps {
  readonly aiRpc: Pick<AiRpc, "models" | "ask">;
  /** Called with each internal error. */
  onFault(error: unknown): void;
}

/** Limit per IP address, regardless of keys. */
const perMinute = 6000;
const cors = {
  ...anyOrigin,
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
};

export const registerAiApi = (app: FastifyInstance, { aiRpc, onFault }: AiApiDeps): void => {
  const limit = createRateLimit(app, "ai", perMinute);
  app.register(
    async (scope) => {
      scope.addHook("onRequest", async (_request, reply) => {
        void reply.headers({ ...cors, "cache-control": "no-store" });
      });
      // Numbers keep their digits, such as a seed or those of tool schemas.
      scope.removeContentTypeParser("application/json");
      scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
        const parsed = parseExactJson(body as string);
        done(parsed === undefined ? new AppError("BODY_INVALID") : null, parsed);
      });
      scope.setErrorHandler((error, _request, reply) => {
        const problem = problemOf(error);
        if (problem.status === 500) onFault(error);
        if (problem.retryAfterSeconds !== undefined) void reply.header("retry-after", problem.retryAfterSeconds);
        return reply.code(problem.status).send(problemBody(problem));
      });
      scope.setNotFoundHandler((request, reply) => {
        const path = request.url.split("?")[0]!;
        const end = path.slice("/api/v1/".length);
        const allowed = allowedOn(end);
        const problem =
          allowed === undefined ? unknownUrl(request.method, path) : methodNotAllowed(request.method, path, allowed);
        if (allowed !== undefined) void reply.header("allow", `${allowed}, OPTIONS`);
        return reply.code(problem.status).send(problemBody(problem));
      });
      scope.options("/*", async (_request, reply) => reply.code(204).send());

      const models = async (request: FastifyRequest) => {
        await limit(request.ip);
        const key = tokenIn(request.headers.authorization);
        return aiRpc.models(key.startsWith(aiKeyPrefix) ? key : undefined);
      };
      scope.get("/models", async (request) => ({ object: "list", data: await models(request) }));
      scope.get<{ Params: { "*": string } }>("/models/*", async (request) => {
        const id = request.params["*"];
        const model = (await models(request)).find((one) => one.id === id);
        if (!model) throw unknownModel(id);
        return model;
      });

      for (const operation of operations) {
        scope.post(`/${operation}`, { bodyLimit: aiBodyBytesMax }, async (request, reply) => {
          await limit(request.ip);
          const hangUp = new AbortController();
          reply.raw.on("close", () => hangUp.abort());
          const key = tokenIn(request.headers.authorization);
          const answer = await aiRpc.ask(key, operation, request.body, hangUp.signal);
          if ("json" in answer) return answer.json;
          void reply.headers({ "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
          return reply.send(Readable.from(asEvents(answer.events)));
        });
      }
    },
    { prefix: "/api/v1" },
  );
};

async function* asEvents(events: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const data of events) yield `data: ${data.replaceAll("\n", "\ndata: ")}\n\n`;
}

/** Returns the method of a path; undefined for an unsupported path. */
const allowedOn = (end: string): "GET" | "POST" | undefined => {
  if (operations.some((operation) => operation === end)) return "POST";
  return end === "models" || end.startsWith("models/") ? "GET" : undefined;
};

const problemOf = (error: unknown): AiProblem => {
  if (error instanceof AiProblem) return error;
  const { code, status, message } = asAppError(error) ?? new AppError("INTERNAL");
  const normalized = code.toLowerCase();
  if (normalized in aiErrors) return new AiProblem(normalized as AiErrorCode, message);
  return new AiProblem(status < 500 ? "invalid_value" : "internal", message);
};
