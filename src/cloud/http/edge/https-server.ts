import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createSecureContext, createServer, type SecureContext, type TLSSocket } from "node:tls";
import { createHttp2 } from "../../engines/network/http2.ts";
import type { ConnectionLimits } from "./limits/connection-limits.ts";
import type { UnderWay } from "./under-way.ts";

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

type ChooseContext = (error: Error | null, context?: SecureContext) => void;

/** Interval after which renewed files are read. */
const filesMaxAgeMs = 3_600_000;

/** Serves HTTPS on a separate port and passes connections to the HTTP server. Rejects host names without a certificate. */
export const openHttps = async (httpServer: Server, options: HttpsOptions) => {
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
    ALPNProtocols: ["h2", "http/1.1"],
    SNICallback: (name, done) => void choose(name, done),
    noDelay: true,
  });
  const http2 = createHttp2(httpServer);
  const open = new Set<TLSSocket>();
  options.limits.watch(server);
  options.underWay.onDrain(() => {
    server.close();
    http2.drain();
  });
  server.on("secureConnection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (socket.alpnProtocol === "h2") http2.take(socket);
    else httpServer.emit("connection", socket);
  });
  // A client that disconnects or requests an unknown name is not an internal error.
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  await listen(server, options);
  return {
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve));
      http2.close();
      for (const socket of open) socket.destroy();
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
