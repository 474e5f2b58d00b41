import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { idOfRequest } from "./request-work.ts";

/**
 * Logs one line per response, with the route's pattern instead of the URL: paths and queries contain one-time and
 * socket tokens. Reads are logged at debug level.
 */
export const registerRequestLog = (app: FastifyInstance, log: Logger): void => {
  app.addHook("onResponse", async (request, reply) => {
    const line = {
      // The response can end outside of the request's work.
      requestId: idOfRequest(request.raw),
      route: `${request.method} ${request.routeOptions.url ?? "none"}`,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) log.error(line, "Request failed");
    else if (request.method === "GET" || request.method === "HEAD") log.debug(line, "Answered");
    else log.info(line, "Answered");
  });
};
