import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";

type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface ContentGateway {
  serves(host: string): boolean;
  handle: RawHandler;
}

/** Headers must be complete by then; a body may take as long as a slow line needs for a large push. */
const headersTimeoutMs = 60_000;

/**
 * The one HTTP server. Hosts of user content and /ipfs/ go to the gateway and /git/ to the Git host, before and without
 * the application: no path of a site can reach the API's origin.
 */
export const createFrontServer = (
  application: RequestListener,
  { gateway, gitHttp, onFault }: { gateway?: ContentGateway; gitHttp?: RawHandler; onFault: (error: unknown) => void },
): Server => {
  const server = createServer((request, response) => {
    const handler = rawHandlerOf(request);
    if (!handler) return application(request, response);
    handler(request, response).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "text/plain" }).end("Something went wrong on our side.");
    });
  });
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeoutMs;
  return server;

  function rawHandlerOf({ headers, url = "/" }: IncomingMessage): RawHandler | undefined {
    if (gateway && (gateway.serves(headers.host ?? "") || url.startsWith("/ipfs/"))) return gateway.handle;
    return url.startsWith("/git/") ? gitHttp : undefined;
  }
};
