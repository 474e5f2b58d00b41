import type { FastifyInstance } from "fastify";
import type { UnderWay } from "./under-way.ts";

/** Checks of the engines by name; a check that throws is not ready. */
export type Readiness = Readonly<Record<string, () => Promise<void>>>;

const patienceMs = 3000;

/**
 * Registers /healthz, which always responds, and /readyz, which returns 503 with the engines that are not ready, or
 * while the server shuts down.
 */
export const registerHealth = (
  app: FastifyInstance,
  readiness: Readiness,
  underWay: Pick<UnderWay, "isDraining">,
): void => {
  app.get("/healthz", async (_request, reply) => reply.type("text/plain").send("ok"));
  app.get("/readyz", async (_request, reply) => {
    if (underWay.isDraining) return reply.code(503).send({ ready: false, engines: {} });
    const states = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await state(check)]),
    );
    const engines = Object.fromEntries(states) as Record<string, string>;
    const ready = Object.values(engines).every((value) => value === "ready");
    return reply.code(ready ? 200 : 503).send({ ready, engines });
  });
};

/** Hides the reason, which is in the log, because this page is public. */
const state = async (check: () => Promise<void>): Promise<"ready" | "not ready"> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The check timed out.")), patienceMs);
  });
  try {
    await Promise.race([check(), timeout]);
    return "ready";
  } catch {
    return "not ready";
  } finally {
    clearTimeout(timer);
  }
};
