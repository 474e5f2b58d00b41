/**
 * /api/v1: OpenAI's API for programs of any origin, with the keys of the AI RPC (`Authorization: Bearer fhai_…`). It is not in the
 * envelope: answers and errors are as OpenAI's clients read them. The list of models is for anyone.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { aiBodyBytesMax } from "../../../resources/ai-rpc/limits.ts";
import { AppError } from "../app-error.ts";
import { operations } from "../engines/ai/ai.ts";
import { aiKeyPrefix } from "../services/ai-rpc/keys.ts";
import { AiProblem, problemBody, unknownModel } from "../services/ai-rpc/problems.ts";
import type { AiRpc } from "../services/ai-rpc/service.ts";
import { tokenIn } from "../services/auth/service.ts";
import { asAppError } from "./envelope.ts";
import { createRateLimit } from "./rate-limit.ts";

interface AiApiParts {
  readonly aiRpc: Pick<AiRpc, "models" | "ask">;
  /** Told of each fault of ours. */
  onFault(error: unknown): void;
}

/** Of one address, whatever its keys. */
const perMinute = 6000;
const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "*, authorization",
  "access-control-max-age": "86400",
};

export const registerAiApi = (app: FastifyInstance, { aiRpc, onFault }: AiApiParts): void => {
  const limit = createRateLimit(perMinute);
  app.register(
    async (scope) => {
      scope.addHook("onRequest", async (_request, reply) => {
        void reply.headers({ ...anyOrigin, "cache-control": "no-store" });
      });
      scope.setErrorHandler((error, _request, reply) => {
        const problem = problemOf(error);
        if (problem.status === 500) onFault(error);
        if (problem.status === 429) void reply.header("retry-after", "1");
        return reply.code(problem.status).send(problemBody(problem));
      });
      scope.options("/*", async (_request, reply) => reply.code(204).send());

      const models = (request: FastifyRequest) => {
        limit(request.ip);
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
          limit(request.ip);
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
  for await (const data of events) yield `data: ${data}\n\n`;
}

const problemOf = (error: unknown): AiProblem => {
  if (error instanceof AiProblem) return error;
  const { code, status, message } = asAppError(error) ?? new AppError("INTERNAL");
  return new AiProblem(status, code.toLowerCase(), message);
};
