import type { FastifyInstance } from "fastify";

/** Checks of the engines by name; one that throws is not ready. */
export type Readiness = Readonly<Record<string, () => Promise<void>>>;

const patienceMs = 3000;

/** /healthz: the process answers. /readyz: every engine does, or 503 with those that do not. */
export const registerHealth = (app: FastifyInstance, readiness: Readiness): void => {
  app.get("/healthz", async (_request, reply) => reply.type("text/plain").send("ok"));
  app.get("/readyz", async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await state(check)]),
    );
    const engines = Object.fromEntries(states) as Record<string, string>;
    const ready = Object.values(engines).every((value) => value === "ready");
    return reply.code(ready ? 200 : 503).send({ ready, engines });
  });
};

/** Says no more than that: why an engine is not ready stands in the log, not on a public page. */
const state = async (check: () => Promise<void>): Promise<"ready" | "not ready"> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It did not answer in time.")), patienceMs);
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
