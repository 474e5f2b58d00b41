/** Websockets that speak JSON, each message a request: how they are let in, kept alive, bounded and ended. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer, type WebSocket } from "ws";

export interface JsonClient {
  send(message: object): void;
  /** Ends the connection, and says why. */
  end(reason: string): void;
}

export interface JsonSession {
  /** Answers a message. */
  take(message: string): Promise<void>;
  close(): void;
}

/** Whom to let in. */
export interface Admission {
  /** What the connections are counted by. */
  readonly place: string;
  readonly placeMax: number;
  open(client: JsonClient): JsonSession;
}

export interface JsonSockets {
  /** As logs call it. */
  readonly name: string;
  readonly path: RegExp;
  readonly messageBytesMax: number;
  /** By the parts of the path; an HTTP status for who is not let in. */
  admit(parts: readonly string[], client: ClientFacts): Promise<Admission | RefusalStatus>;
}

export interface ClientFacts extends Pick<IncomingMessage, "headers"> {
  readonly ip: string;
}

/** A connection that answers no ping in this time is gone. */
const pingMs = 30_000;
/** What a client does not take up: it is let go before it fills our memory. */
const waitingBytesMax = 16 * 1024 * 1024;
const policyViolation = 1008;
const goingAway = 1001;

export const serveJsonSockets = (app: FastifyInstance, { name, path, messageBytesMax, admit }: JsonSockets): void => {
  const server = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax });
  const alive = new WeakSet<WebSocket>();
  const counts = new Map<string, number>();
  const ping = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, pingMs);

  const connect = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const [, ...parts] = path.exec(request.url ?? "") ?? [];
    const admitted = await admit(parts, { headers: request.headers, ip: addressOf(request) });
    if (typeof admitted === "number") return refuse(socket, admitted);
    const { place, placeMax, open } = admitted;
    if ((counts.get(place) ?? 0) >= placeMax) return refuse(socket, 429);
    server.handleUpgrade(request, socket, head, (opened) => {
      alive.add(opened);
      counts.set(place, (counts.get(place) ?? 0) + 1);
      const session = open({
        send: (message) => {
          if (opened.bufferedAmount > waitingBytesMax) return opened.terminate();
          opened.send(JSON.stringify(message));
        },
        end: (reason) => opened.close(policyViolation, reason.slice(0, 120)),
      });
      opened.on("message", (data, isBinary) => {
        if (isBinary) return opened.close(policyViolation, "Messages are text.");
        session.take((data as Buffer).toString("utf8")).catch((error: unknown) => {
          app.log.error({ err: error }, `A websocket of ${name} failed`);
          opened.terminate();
        });
      });
      opened.on("pong", () => void alive.add(opened));
      opened.on("error", () => opened.terminate());
      opened.on("close", () => {
        session.close();
        counts.set(place, counts.get(place)! - 1);
        if (counts.get(place) === 0) counts.delete(place);
      });
    });
  };

  app.server.on("upgrade", (request, socket, head) => {
    if (!path.test(request.url ?? "")) return;
    socket.on("error", () => socket.destroy());
    connect(request, socket, head).catch((error: unknown) => {
      app.log.error({ err: error }, `A websocket of ${name} was not opened`);
      refuse(socket, 500);
    });
  });
  app.addHook("preClose", async () => {
    clearInterval(ping);
    for (const socket of server.clients) socket.close(goingAway);
    setTimeout(() => server.clients.forEach((socket) => socket.terminate()), 500).unref();
  });
};

const names = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
} as const;
export type RefusalStatus = keyof typeof names;

const refuse = (socket: Duplex, status: RefusalStatus): void => {
  socket.end(`HTTP/1.1 ${status} ${names[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

/** Behind a proxy on this machine, what that one says. */
const addressOf = ({ socket, headers }: IncomingMessage): string => {
  const direct = socket.remoteAddress ?? "";
  const said = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return said && /^(::1|127\.|::ffff:127\.)/.test(direct) ? said : direct;
};
