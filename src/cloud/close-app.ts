import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";

const slowClientsMs = 3000;

/**
 * Prepares an app to be closed: the returned function lets requests under way end, but waits for no client for long, and ends
 * sockets, which would otherwise keep the server open for ever.
 */
export const closerOf = (app: FastifyInstance): (() => Promise<void>) => {
  const upgraded = new Set<Duplex>();
  app.server.on("upgrade", (_request, socket) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });
  return async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), slowClientsMs);
    const closing = app.close();
    for (const socket of upgraded) socket.destroy();
    await closing;
    clearTimeout(timer);
  };
};
