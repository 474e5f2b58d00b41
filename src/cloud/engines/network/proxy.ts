/** A local HTTP proxy that observes a program's connections: CONNECT, and plain http with absolute URLs. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline, type Duplex } from "node:stream";
import { bareHost, Refused } from "./dial.ts";

export interface Target {
  readonly host: string;
  readonly port: number;
  /** `tunnel` for CONNECT, with any protocol inside. */
  readonly kind: "tunnel" | "http";
}

export interface ProxyOptions {
  /** Connects, or throws `Refused` with the message for the program. */
  dial(target: Target): Promise<Socket>;
  /** Called with the message of each rejected connection. */
  onRefused(message: string): void;
  /** A tunnel without traffic for this long is closed, so that a program that waits forever retries. */
  readonly idleMs?: number;
  /** If set, clients must send it as "Basic" proxy credentials. */
  readonly credentials?: string;
}

const connectionsMax = 256;

/** Creates a proxy; `server.listen` starts it. */
export const createProxy = (options: ProxyOptions) => {
  const tunnels = new Set<Duplex>();
  /** Not listening yet. */
  const server = createServer((request, response) => void forward(options, request, response));
  server.maxConnections = connectionsMax;
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnels.add(client);
    client.once("close", () => tunnels.delete(client));
    void connectThrough(options, request, client, head);
  });
  return {
    server,
    /** Closes all connections. */
    close: (): void => {
      server.close();
      server.closeAllConnections();
      for (const client of tunnels) client.destroy();
    },
  };
};

const connectThrough = async (
  options: ProxyOptions,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> => {
  client.on("error", () => client.destroy());
  try {
    checkCredentials(options, request);
    // http: keeps port 443, which https: would drop as its default.
    const { hostname, port } = new URL(`http://${request.url}`);
    const socket = await options.dial({ host: bareHost(hostname), port: Number(port || 443), kind: "tunnel" });
    if (options.idleMs !== undefined) socket.setTimeout(options.idleMs, () => socket.destroy());
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) socket.write(head);
    pipeline(client, socket, client, () => socket.destroy());
  } catch (error) {
    const { status, message } = explain(options, error);
    client.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${message}\n`);
  }
};

const forward = async (options: ProxyOptions, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    checkCredentials(options, request);
    const target = new URL(request.url ?? "");
    if (target.protocol !== "http:") throw new Refused(`${target.protocol} is not supported.`);
    const socket = await options.dial({
      host: bareHost(target.hostname),
      port: Number(target.port || 80),
      kind: "http",
    });
    const { "proxy-authorization": _ours, "proxy-connection": _hop, ...headers } = request.headers;
    const onward = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: target.pathname + target.search,
      headers: { ...headers, host: target.host, connection: "close" },
    });
    onward.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => socket.destroy());
    });
    onward.once("error", () => response.destroy());
    response.once("close", () => socket.destroy());
    request.pipe(onward);
  } catch (error) {
    const { status, message } = explain(options, error);
    response.writeHead(Number.parseInt(status, 10), { "content-type": "text/plain" }).end(`${message}\n`);
  }
};

const checkCredentials = ({ credentials }: ProxyOptions, { headers }: IncomingMessage): void => {
  if (credentials === undefined) return;
  const expected = `Basic ${Buffer.from(credentials).toString("base64")}`;
  if (headers["proxy-authorization"] !== expected) throw new Refused("Proxy authentication failed.");
};

const explain = ({ onRefused }: ProxyOptions, error: unknown): { status: string; message: string } => {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Refused) {
    onRefused(message);
    return { status: "403 Forbidden", message };
  }
  return { status: "502 Bad Gateway", message };
};
