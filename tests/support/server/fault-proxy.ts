/** A real proxy between browser and server that simulates connection faults. */
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { atFileEnd } from "../file-end.ts";

export type Fault =
  /** The connection breaks before the server receives the request. */
  | "drop"
  /** The server handles the request, but its answer is lost. */
  | "lose the answer"
  /** The answer breaks off in the middle of the body. */
  | "cut the answer"
  /** The request breaks off in the middle of the body, after the server has received its start. */
  | "cut the request"
  /** A gateway in front of the server answers instead. */
  | "bad gateway"
  /** The request waits until it is released. */
  | "hold";

export interface FaultHandle {
  /** Number of requests that met the fault. */
  readonly times: () => number;
  /** Ends the fault: requests pass, and held ones continue. */
  readonly end: () => void;
}

export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  /** Path of the page that sent the request. */
  readonly from: string | undefined;
  /** Status that the browser received, if any. */
  status: number | undefined;
}

interface Rule {
  readonly line: RegExp;
  readonly fault: Fault;
  left: number;
  met: number;
  readonly released: Promise<void>;
}

export type FaultProxy = Awaited<ReturnType<typeof faultProxy>>;

/** Forwards requests, uploads and sockets to a local port. */
export const faultProxy = async (cloudPort: number) => {
  const requestLog: PassedRequest[] = [];
  const open = new Set<Socket>();
  const upgraded = new Set<Socket>();
  let rules: Rule[] = [];
  let target = cloudPort;
  let isDown = false;

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  server.on("connection", (socket) => {
    if (isDown) return void socket.destroy();
    keep(open, socket);
  });

  const faultOf = ({ method, url }: IncomingMessage): Rule | undefined => {
    const rule = rules.find(({ line, left }) => left > 0 && line.test(`${method} ${url}`));
    if (!rule) return undefined;
    rule.left -= 1;
    rule.met += 1;
    return rule;
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entry = entryOf(request);
    requestLog.push(entry);
    const rule = faultOf(request);
    if (rule?.fault === "hold") await rule.released;
    if (rule?.fault === "drop") return void request.socket.destroy();
    if (rule?.fault === "bad gateway") {
      entry.status = 502;
      return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
    }
    const { method, url: path, rawHeaders: headers } = request;
    const onward = httpRequest({ host: "127.0.0.1", port: target, method, path, headers, agent: false });
    const answered = once(onward, "response") as Promise<[IncomingMessage]>;
    if (rule?.fault === "cut the request") {
      answered.catch(() => undefined);
      return cutRequest(request, onward);
    }
    request.pipe(onward);
    const [answer] = await answered;
    if (rule?.fault === "lose the answer") {
      await buffer(answer);
      return void request.socket.destroy();
    }
    entry.status = answer.statusCode;
    response.writeHead(answer.statusCode!, answer.headers);
    if (rule?.fault !== "cut the answer") return void answer.pipe(response);
    const whole = await buffer(answer);
    response.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => request.socket.destroy());
  };

  server.on("upgrade", (request, socket: Socket, head) => {
    requestLog.push({ ...entryOf(request), status: 101 });
    if (faultOf(request)) return void socket.destroy();
    const onward = connect(target, "127.0.0.1", () => {
      const lines = pairs(request.rawHeaders).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    keep(upgraded, socket);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on("error", () => undefined).on("close", () => other.destroy());
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const breakAll = (): void => [...open, ...upgraded].forEach((socket) => socket.destroy());
  atFileEnd(async () => {
    breakAll();
    server.close();
  });

  return {
    port,
    url: `http://localhost:${port}`,
    /** Returns the requests so far whose "METHOD /path?query" matches the expression. */
    requests: (line: RegExp): PassedRequest[] =>
      requestLog.filter(({ method, path }) => line.test(`${method} ${path}`)),
    /** Applies a fault to the next requests or socket connections, all by default. */
    fail: (line: RegExp, fault: Fault, times = Infinity): FaultHandle => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const rule: Rule = { line, fault, left: times, met: 0, released };
      rules = [...rules, rule];
      const end = (): void => {
        rules = rules.filter((one) => one !== rule);
        release();
      };
      return { times: () => rule.met, end };
    },
    /** Takes the network down: open connections break, and new ones fail until `up`. */
    down: (): void => {
      isDown = true;
      breakAll();
    },
    up: (): void => void (isDown = false),
    /** Breaks the open sockets only. */
    breakSockets: (): number => {
      const count = upgraded.size;
      for (const socket of upgraded) socket.destroy();
      return count;
    },
    /** Number of open sockets. */
    sockets: (): number => upgraded.size,
    /** Forwards to another port, as if the server had moved. */
    to: (other: number): void => void (target = other),
  };
};

const keep = (set: Set<Socket>, socket: Socket): void => {
  set.add(socket);
  socket.on("error", () => undefined).on("close", () => set.delete(socket));
};

const entryOf = ({ method, url, headers }: IncomingMessage): PassedRequest => ({
  method: method!,
  path: url!,
  from: headers.referer && new URL(headers.referer).pathname,
  status: undefined,
});

/** Forwards a part of the body, then breaks the connection. */
const cutRequest = async (request: IncomingMessage, onward: ReturnType<typeof httpRequest>): Promise<void> => {
  onward.on("error", () => undefined);
  const [first] = (await once(request, "data")) as [Buffer];
  await new Promise((resolve) => onward.write(first.subarray(0, Math.ceil(first.length / 2)), resolve));
  request.socket.destroy();
  onward.destroy();
};

/** Pairs raw headers with their values, unchanged. */
const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]!] as [string, string]] : []));
