import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

const bucketsSeconds = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** /metrics in Prometheus's text format: the process, and every answer by route and status. */
export const registerMetrics = (app: FastifyInstance): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to answer.",
    labelNames: ["method", "route", "status"] as const,
    buckets: bucketsSeconds,
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};
