import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createServer } from "node:https";
import type { ConnectionLimits } from "./limits/connection-limits.ts";
import { isWebsocket } from "./server.ts";
import type { UnderWay } from "./under-way.ts";
import { createSecureContext, type SecureContext } from "node:tls";

export interface HttpsOptions {
  readonly port: number;
  readonly host: string;
  /** The operator's certificate, for names without one from `contextFor`: PEM files. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined;
  /** Returns the certificate for a requested name. */
  contextFor(name: string): Promise<SecureContext | undefined>;
  readonly limits: Pick<ConnectionLimits, "watch">;
  readonly underWay: Pick<UnderWay, "onDrain">;
  onFault(error: unknown): void;
}

export interface HttpsServer {
  close(): Promise<void>;
}

type ChooseContext = (error: Error | null, context?: SecureContext) => void;

const headersTimeoutMs = 60_000;
/** Interval after which renewed files are read. */
const filesMaxAgeMs = 3_600_000;

/** Serves HTTPS on a separate port and passes requests to the HTTP server. Rejects host names without a certificate. */
export const openHttps = async (httpServer: Server, options: HttpsOptions): Promise<HttpsServer> => {
  const ownContext = await ownContextOf(options.files);
  const choose = async (name: string, done: ChooseContext): Promise<void> => {
    try {
      const context = (await options.contextFor(name.toLowerCase())) ?? (await ownContext());
      done(context ? null : new Error(`No certificate for ${name}.`), context);
    } catch (error) {
      options.onFault(error);
      done(error as Error);
    }
  };
  const server = createServer({
    shouldUpgradeCallback: isWebsocket,
    SNICallback: (name, done) => void choose(name, done),
  });
  options.limits.watch(server);
  options.underWay.onDrain(() => {
    server.close();
    server.closeIdleConnections();
  });
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeoutMs;
  server.on("request", (request, response) => void httpServer.emit("request", request, response));
  server.on("checkContinue", (request, response) => void httpServer.emit("checkContinue", request, response));
  server.on("upgrade", (request, socket, head) => void httpServer.emit("upgrade", request, socket, head));
  // A client that disconnects or requests an unknown name is not an internal error.
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  await listen(server, options);
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

/** Throws if the files are invalid. */
const ownContextOf = async (files: HttpsOptions["files"]): Promise<() => Promise<SecureContext | undefined>> => {
  if (!files) return async () => undefined;
  const read = async () =>
    createSecureContext({ cert: await readFile(files.certificate), key: await readFile(files.key) });
  let context = await read();
  let readAt = performance.now();
  return async () => {
    if (performance.now() - readAt < filesMaxAgeMs) return context;
    readAt = performance.now();
    // Files that are being replaced may not match: keep the previous ones for another hour.
    context = await read().catch(() => context);
    return context;
  };
};

const listen = (server: ReturnType<typeof createServer>, { port, host }: HttpsOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const portInUse = `Port ${port} is already in use. Set HTTPS_PORT to a free port.`;
      reject(error.code === "EADDRINUSE" ? new Error(portInUse, { cause: error }) : error);
    });
    server.listen(port, host, resolve);
  });
