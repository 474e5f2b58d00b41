import type { IncomingMessage, Server, ServerResponse } from "node:http";

export interface Development {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Starts Vite once there is a server for its socket. */
  start(server: Server): Promise<void>;
  close(): Promise<void>;
}

/** Vite inside the server: the dashboard from its sources, with hot reload over the same port. */
export const createDevelopment = async (): Promise<Development> => {
  const { createServer } = await import("vite");
  let vite: Awaited<ReturnType<typeof createServer>> | undefined;
  return {
    handle: (request, response) => {
      if (vite) vite.middlewares(request, response);
      else response.writeHead(503, { "retry-after": "1" }).end();
    },
    start: async (server) => {
      vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "spa" });
    },
    close: async () => vite?.close(),
  };
};
