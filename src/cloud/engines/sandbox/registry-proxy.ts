/**
 * The one way out of a sandbox during an install: an HTTP proxy on a Unix socket that knows only the configured package
 * registries. https goes through CONNECT to port 443, plain http by absolute address to port 80.
 */
import { chmod } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline, type Duplex } from "node:stream";
import { once } from "node:events";
import { Refused, type Dial } from "../network/dial.ts";

export interface RegistryProxyOptions {
  readonly socketPath: string;
  readonly hosts: readonly string[];
  readonly dial: Dial;
  /** Called with a sentence for each refused host. */
  onRefused(sentence: string): void;
}

export interface RegistryProxy {
  close(): void;
}

const connectionsMax = 256;

/** Listens until closed. Closing ends every connection that is open. */
export const openRegistryProxy = async (options: RegistryProxyOptions): Promise<RegistryProxy> => {
  const tunnels = new Set<Duplex>();
  const server = createServer((request, response) => void forward(options, request, response));
  server.maxConnections = connectionsMax;
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnels.add(client);
    client.once("close", () => tunnels.delete(client));
    void connectThrough(options, request, client, head);
  });
  server.listen(options.socketPath);
  await once(server, "listening");
  // The build runs as another user; the socket lies in a folder that only the two can reach.
  await chmod(options.socketPath, 0o666);
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const client of tunnels) client.destroy();
    },
  };
};

const dialAllowed = async ({ hosts, dial }: RegistryProxyOptions, authority: URL, allowedPort: number) => {
  const port = Number(authority.port || allowedPort);
  if (!hosts.includes(authority.hostname) || port !== allowedPort) {
    throw new Refused(`${authority.hostname}:${port} was refused: an install reaches only ${hosts.join(", ")}.`);
  }
  return dial(authority.hostname, port);
};

const connectThrough = async (
  options: RegistryProxyOptions,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> => {
  client.on("error", () => client.destroy());
  try {
    // http: keeps a port 443 that https: would drop as its default.
    const socket = await dialAllowed(options, new URL(`http://${request.url}`), 443);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) socket.write(head);
    pipeline(client, socket, client, () => socket.destroy());
  } catch (error) {
    const { status, sentence } = explain(options, error);
    client.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${sentence}\n`);
  }
};

const forward = async (
  options: RegistryProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    const target = new URL(request.url ?? "");
    if (target.protocol !== "http:") throw new Refused(`${target.protocol} is not forwarded.`);
    const socket = await dialAllowed(options, target, 80);
    const onward = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: target.pathname + target.search,
      headers: { ...request.headers, host: target.host, connection: "close" },
    });
    onward.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => socket.destroy());
    });
    onward.once("error", () => response.destroy());
    response.once("close", () => socket.destroy());
    request.pipe(onward);
  } catch (error) {
    const { status, sentence } = explain(options, error);
    response.writeHead(Number.parseInt(status, 10), { "content-type": "text/plain" }).end(`${sentence}\n`);
  }
};

const explain = ({ onRefused }: RegistryProxyOptions, error: unknown): { status: string; sentence: string } => {
  const sentence = error instanceof Error ? error.message : String(error);
  if (error instanceof Refused) {
    onRefused(sentence);
    return { status: "403 Forbidden", sentence };
  }
  return { status: "502 Bad Gateway", sentence };
};
