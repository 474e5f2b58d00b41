/** WebSockets with JSON messages: admission, keepalive, limits and closing. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer, type WebSocket } from "ws";
import { AppError } from "../../kernel/app-error.ts";
import { clientOf } from "../../engines/network/client.ts";
import { repeat } from "../../kernel/repeat.ts";
import { refuseUpgrade, tooMany } from "../edge/limits/connection-limits.ts";
import { asAppError } from "../../kernel/calls/envelope.ts";
import { claimUpgrades } from "../edge/server.ts";
import type { UnderWay } from "../edge/under-way.ts";

export interface JsonClient {
  send(message: object): void;
  /** Closes the connection with a reason. */
  end(reason: string): void;
}

export interface JsonSession {
  /** Handles a text or binary message, as text. */
  take(message: string): Promise<void>;
  close(): void;
}

/** An admitted client. */
export interface Admission {
  /** Key for counting connections. */
  readonly place: string;
  readonly placeMax: number;
  open(client: JsonClient): JsonSession;
}

export interface JsonSockets {
  /** Name in logs. */
  readonly name: string;
  readonly path: RegExp;
  readonly messageBytesMax: number;
  /** Opens a socket for the parts of its path; an HTTP status rejects the client. */
  admit(segments: readonly string[], client: ClientFacts): Promise<Admission | RefusalStatus>;
}

export interface ClientFacts extends Pick<IncomingMessage, "headers"> {
  readonly ip: string;
}

/** A connection without a pong in this time is closed. */
const pingMs = 30_000;
/** Maximum unsent bytes; a slower client is disconnected before it fills the memory. */
const waitingBytesMax = 16 * 1024 * 1024;
const policyViolation = 1008;
const goingAway = 1001;

export const serveJsonSockets = (
  app: FastifyInstance,
  underWay: Pick<UnderWay, "during" | "onDrain">,
  { name, path, messageBytesMax, admit }: JsonSockets,
): void => {
  const server = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax });
  const alive = new WeakSet<WebSocket>();
  const counts = new Map<string, number>();
  const idle = new WeakMap<WebSocket, () => boolean>();
  let isDraining = false;
  underWay.onDrain(() => {
    isDraining = true;
    for (const socket of server.clients) if (idle.get(socket)?.()) socket.close(goingAway);
  });
  const stopPinging = repeat(pingMs, () => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  });

  const connect = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const [, ...segments] = path.exec(request.url ?? "") ?? [];
    const admitted = await admit(segments, { headers: request.headers, ip: clientOf(request).address });
    if (typeof admitted === "number") return refuseUpgrade(socket, refusals[admitted]);
    const { place, placeMax, open } = admitted;
    if ((counts.get(place) ?? 0) >= placeMax) return refuseUpgrade(socket, tooMany);
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
      let answering = 0;
      opened.on("message", (data) => {
        if (isDraining) return;
        answering += 1;
        const handling = session.take(textOf(data as Buffer)).catch((error: unknown) => {
          app.log.error({ err: error }, `A WebSocket of ${name} failed`);
          opened.terminate();
        });
        void underWay.during(`WebSocket of ${name}`, handling).finally(() => {
          answering -= 1;
          if (isDraining && answering === 0) opened.close(goingAway);
        });
      });
      idle.set(opened, () => answering === 0);
      opened.on("pong", () => void alive.add(opened));
      opened.on("error", () => opened.terminate());
      opened.on("close", () => {
        session.close();
        counts.set(place, counts.get(place)! - 1);
        if (counts.get(place) === 0) counts.delete(place);
      });
    });
  };

  claimUpgrades(app.server, (url) => path.test(url));
  app.server.on("upgrade", (request, socket, head) => {
    if (!path.test(request.url ?? "") || !socket.writable) return;
    connect(request, socket, head).catch((error: unknown) => {
      const appError = asAppError(error);
      if (appError?.status !== 503) app.log.error({ err: error }, `A WebSocket of ${name} was not opened`);
      refuseUpgrade(socket, appError ?? new AppError("INTERNAL"));
    });
  });
  app.addHook("preClose", async () => {
    stopPinging();
    for (const socket of server.clients) socket.close(goingAway);
    setTimeout(() => server.clients.forEach((socket) => socket.terminate()), 500).unref();
  });
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Returns the text of a message, which some clients (web3.py) send as binary. Bytes that are no UTF-8 become a text that is
 * no JSON.
 */
const textOf = (data: Buffer): string => {
  try {
    return utf8.decode(data);
  } catch {
    return "\ufffd";
  }
};

const refusals = {
  401: new AppError("UNAUTHORIZED"),
  403: new AppError("FORBIDDEN"),
  404: new AppError("NOT_FOUND"),
  429: tooMany,
} as const;
export type RefusalStatus = keyof typeof refusals;
