import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

/**
 * One line an answer. It names the route's pattern and never the address: paths and queries hold one-time tokens and
 * sockets' tokens. Reads are of interest only to those who debug.
 */
export const registerRequestLog = (app: FastifyInstance, log: Logger): void => {
  app.addHook("onResponse", async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) log.error(line, "Request failed");
    else if (request.method === "GET" || request.method === "HEAD") log.debug(line, "Answered");
    else log.info(line, "Answered");
  });
};
