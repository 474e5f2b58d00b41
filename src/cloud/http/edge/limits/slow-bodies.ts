import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "../../../kernel/app-error.ts";
import { repeat } from "../../../kernel/repeat.ts";
import { rawRefusal } from "../../../kernel/calls/envelope.ts";

export interface SlowBodiesOptions {
  /** A body must make progress within each window. */
  readonly windowMs?: number;
  readonly bytesPerWindow?: number;
}

const timedOut = rawRefusal(new AppError("REQUEST_TIMEOUT"));
/** Below any real connection, above attackers that keep connections open. */
const defaults = { windowMs: 60_000, bytesPerWindow: 1024 };

interface Body {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Kept here: Node takes it from a request whose body a pipeline ended. */
  readonly socket: Socket;
  bytes: number;
  since: number;
}

/**
 * Ends connections with a slow request body: fewer bytes than `bytesPerWindow` in a window. Pauses of the reader don't
 * count, and slow uploads of any size pass.
 */
export const watchSlowBodies = (options: SlowBodiesOptions = {}) => {
  const { windowMs, bytesPerWindow } = { ...defaults, ...options };
  const bodies = new Set<Body>();

  const check = (): void => {
    const now = Date.now();
    for (const body of bodies) {
      const { request, response, socket, bytes, since } = body;
      if (request.complete || socket.destroyed) bodies.delete(body);
      else if (now - since >= windowMs) {
        const received = socket.bytesRead;
        const isFull = request.readableLength >= request.readableHighWaterMark;
        if (received - bytes < bytesPerWindow && !isFull) {
          // Without a response: the handler still reads the body.
          if (response.headersSent) socket.destroy();
          else socket.end(timedOut).destroySoon();
        }
        Object.assign(body, { bytes: received, since: now });
      }
    }
  };
  const close = repeat(windowMs / 4, check);

  return {
    watch(request: IncomingMessage, response: ServerResponse): void {
      const { "content-length": length, "transfer-encoding": encoding } = request.headers;
      if (encoding === undefined && (length === undefined || length === "0")) return;
      const { socket } = request;
      bodies.add({ request, response, socket, bytes: socket.bytesRead, since: Date.now() });
    },
    close,
  };
};
