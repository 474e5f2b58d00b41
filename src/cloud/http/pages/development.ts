import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Vite inside the server: the dashboard from its sources, with hot reload over the same port. */
export const createDevelopment = async () => {
  const { createServer } = await import("vite");
  let vite: Awaited<ReturnType<typeof createServer>> | undefined;
  return {
    handle: (request: IncomingMessage, response: ServerResponse): void => {
      if (vite) vite.middlewares(request, response);
      else response.writeHead(503, { "retry-after": "1" }).end();
    },
    /** Starts Vite once there is a server for its socket. */
    start: async (server: Server): Promise<void> => {
      vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "spa" });
    },
    close: async (): Promise<void> => vite?.close(),
  };
};
