import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { UnderWay } from "./under-way.ts";

interface Patience {
  /** How long /readyz returns 503 before new connections are refused, so that load balancers notice. */
  readonly announceMs: number;
  /** How long requests and transfers may go on. */
  readonly drainMs: number;
}

export type AppCloser = ReturnType<typeof closerOf>;

/** Time for WebSockets to close. */
const goodbyeMs = 1000;

/** Prepares an app's shutdown. `close` ends what `drain` left open. */
export const closerOf = (app: FastifyInstance, underWay: UnderWay, { announceMs, drainMs }: Patience) => {
  const upgraded = new Set<Duplex>();
  app.server.on("upgrade", (_request, socket) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });
  return {
    /** Waits for requests and transfers. New requests on open connections are answered and close them. */
    drain: async (): Promise<void> => {
      underWay.announce();
      await delay(announceMs);
      app.server.close();
      app.server.closeIdleConnections();
      await underWay.drained(drainMs);
    },
    close: async (): Promise<void> => {
      underWay.announce();
      const closing = app.close();
      const closed = [...upgraded].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      await Promise.race([Promise.all(closed), delay(goodbyeMs, undefined, { ref: false })]);
      for (const socket of upgraded) socket.destroy();
      app.server.closeAllConnections();
      await closing;
    },
  };
};
