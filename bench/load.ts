/** Generates load at low cost: keep-alive connections that send their next request when the answer is complete. */
import { connect } from "node:net";

export interface Load {
  readonly port: number;
  readonly path: string | (() => string);
  /** Default: bench.localhost. */
  readonly host?: string;
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the body to post each time. */
  readonly body?: () => string;
  /** Called with the milliseconds of each answer. */
  onAnswer?(ms: number): void;
}

export interface LoadResult {
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Throws if an answer is not 200 or a connection breaks. */
export const load = async (options: Load): Promise<LoadResult> => {
  const { connections, seconds } = options;
  const start = performance.now();
  const until = start + seconds * 1000;
  const counts = await Promise.all(Array.from({ length: connections }, () => converse(options, until)));
  return {
    requests: counts.reduce((sum, count) => sum + count.requests, 0),
    bytes: counts.reduce((sum, count) => sum + count.bytes, 0),
    seconds: (performance.now() - start) / 1000,
  };
};

const requestOf = ({ path, host = "bench.localhost", body, method = body ? "POST" : "GET" }: Load): string => {
  const line = `${method} ${typeof path === "string" ? path : path()} HTTP/1.1\r\nHost: ${host}`;
  if (!body) return `${line}\r\n\r\n`;
  const text = body();
  return `${line}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

const converse = (options: Load, until: number): Promise<{ requests: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    const { port, onAnswer } = options;
    let began = 0;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let requests = 0;
    let bytes = 0;
    /** Remaining bytes of the body; undefined while the head is incomplete. */
    let left: number | undefined;
    let head = "";

    const next = (): void => {
      if (performance.now() >= until) {
        socket.end();
        return;
      }
      left = undefined;
      head = "";
      began = performance.now();
      socket.write(requestOf(options));
    };
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("close", () => resolve({ requests, bytes }));
    socket.on("data", (chunk) => {
      let body = chunk.length;
      if (left === undefined) {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const [, length] = /^HTTP\/1\.1 200 [\s\S]*?\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, end + 2)) ?? [];
        if (!length) {
          socket.destroy(new Error(`Not an answer to measure: ${head.slice(0, 200)}`));
          return;
        }
        left = Number(length);
        body = head.length - end - 4;
      }
      left -= body;
      bytes += body;
      if (left > 0) return;
      requests++;
      onAnswer?.(performance.now() - began);
      next();
    });
  });
