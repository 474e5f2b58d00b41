/**
 * Websockets at /v1/{chain}/{network}/{key}: JSON-RPC with subscriptions. Who may connect is whoever has the key, as far as its allowlist
 * and its tokens let them.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer, type WebSocket } from "ws";
import { rpcBodyBytesMax, rpcSocketsPerKey } from "../../../resources/rpc/limits.ts";
import type { Rpc } from "../services/rpc/service.ts";
import { clientOf } from "./rpc-gateway.ts";

const pathPattern = /^\/v1\/([^/?]+)\/([^/?]+)\/([^/?]+)(?:\?|$)/;
/** A connection that answers no ping in this time is gone. */
const pingMs = 30_000;
/** What a client does not take up: it is let go before it fills our memory. */
const waitingBytesMax = 16 * 1024 * 1024;
const policyViolation = 1008;
const goingAway = 1001;

export const registerRpcSockets = (app: FastifyInstance, { gateway, openSession }: Rpc): void => {
  const server = new WebSocketServer({ noServer: true, maxPayload: rpcBodyBytesMax });
  const alive = new WeakSet<WebSocket>();
  const counts = new Map<string, number>();
  const ping = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, pingMs);

  const connect = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const [, chain = "", network = "", userKey = ""] = pathPattern.exec(request.url ?? "") ?? [];
    const client = clientOf({ headers: request.headers, ip: addressOf(request) });
    const where = { chain: `${chain}/${network}`, userKey };
    const enter = () => gateway.enter(where, client);
    const entered = await enter();
    if ("status" in entered) return refuse(socket, entered.status);
    const { id } = entered.key;
    if ((counts.get(id) ?? 0) >= rpcSocketsPerKey) return refuse(socket, 429);
    server.handleUpgrade(request, socket, head, (opened) => {
      alive.add(opened);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const session = openSession(where.chain, {
        enter,
        send: (message) => {
          if (opened.bufferedAmount > waitingBytesMax) return opened.terminate();
          opened.send(JSON.stringify(message));
        },
        end: (reason) => opened.close(policyViolation, reason.slice(0, 120)),
      });
      opened.on("message", (data, isBinary) => {
        if (isBinary) return opened.close(policyViolation, "Messages are text.");
        session.take((data as Buffer).toString("utf8")).catch((error: unknown) => {
          app.log.error({ err: error }, "A websocket of the RPC service failed");
          opened.terminate();
        });
      });
      opened.on("pong", () => void alive.add(opened));
      opened.on("error", () => opened.terminate());
      opened.on("close", () => {
        session.close();
        counts.set(id, counts.get(id)! - 1);
        if (counts.get(id) === 0) counts.delete(id);
      });
    });
  };

  app.server.on("upgrade", (request, socket, head) => {
    if (!pathPattern.test(request.url ?? "")) return;
    socket.on("error", () => socket.destroy());
    connect(request, socket, head).catch((error: unknown) => {
      app.log.error({ err: error }, "A websocket of the RPC service was not opened");
      refuse(socket, 500);
    });
  });
  app.addHook("preClose", async () => {
    clearInterval(ping);
    for (const socket of server.clients) socket.close(goingAway);
    setTimeout(() => server.clients.forEach((socket) => socket.terminate()), 500).unref();
  });
};

const refuse = (socket: Duplex, status: number): void => {
  socket.end(`HTTP/1.1 ${status} ${names[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

const names: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
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
