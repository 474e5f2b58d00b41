/**
 * The internal connection between processes of an instance: HTTP over TLS with a pre-shared key (RFC 4279, RFC 5489) derived from
 * SECRET_KEY. It proves to both ends that the other one belongs to the instance, and encrypts, without certificates.
 */
import { createHash, hkdfSync } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TlsOptions } from "node:tls";
import type { Config } from "../config.ts";
import { parseExact } from "../engines/network/parse-json.ts";
import { callEngine } from "./observe/process-metrics.ts";

/** A reply: HTTP's status, and JSON. */
export interface LinkReply {
  readonly status: number;
  readonly body: unknown;
}

/** The call did not reach the process, or its connection ended before the reply. */
export class LinkBroken extends Error {
  /** The call may have been handled. */
  readonly wasSent: boolean;

  constructor(address: string, wasSent: boolean, cause: unknown) {
    super(`Can't reach ${address}, or it ended the connection. Check INTERNAL_HOST of that process.`, { cause });
    this.name = "LinkBroken";
    this.wasSent = wasSent;
  }
}

export interface LinkServer {
  /** Where other processes reach it: `host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

export interface LinkClient {
  /** Throws LinkBroken; also when `signal` aborts. */
  post(address: string, path: string, body: unknown, signal: AbortSignal): Promise<LinkReply>;
  close(): void;
}

type Keys = ReadonlyMap<string, Buffer>;

const ciphers = "ECDHE-PSK-CHACHA20-POLY1305:DHE-PSK-AES256-GCM-SHA384";
const keepAliveMs = 60_000;
const freeSocketMs = 30_000;
const bodyBytesMax = 8 * 1024 * 1024;

/** Listens at INTERNAL_HOST and INTERNAL_PORT, apart from the public port. Throws one sentence if the port is taken. */
export const openLinkServer = async (
  config: LinkConfig,
  handle: (path: string, body: unknown) => Promise<LinkReply>,
): Promise<LinkServer> => {
  const { INTERNAL_HOST: host, INTERNAL_PORT: wanted } = config;
  const keys = keysOf(config);
  const options: TlsOptions = {
    ciphers,
    minVersion: "TLSv1.2",
    maxVersion: "TLSv1.2",
    pskIdentityHint: [...keys.keys()].join(","),
    pskCallback: (_socket, identity) => keys.get(identity) ?? null,
  };
  const server = createServer({ ...options, keepAliveTimeout: keepAliveMs }, async (incoming, response) => {
    const pieces: Buffer[] = [];
    let length = 0;
    try {
      for await (const piece of incoming) {
        length += (piece as Buffer).length;
        if (length > bodyBytesMax) return void response.writeHead(413).end();
        pieces.push(piece as Buffer);
      }
      const body = parseExact(Buffer.concat(pieces).toString("utf8"));
      const reply = await handle(decodeURIComponent(incoming.url ?? "/"), body);
      response
        .writeHead(reply.status, { "content-type": "application/json" })
        .end(JSON.stringify(reply.body ?? null) ?? "null");
    } catch {
      // The other end is gone, or did not send JSON.
      response.destroy();
    }
  });
  await listen(server, host, wanted);
  const { port } = server.address() as AddressInfo;
  return {
    address: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const listen = async (server: Server, host: string, port: number): Promise<void> => {
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `Can't listen at ${host}:${port} (${code}). Set INTERNAL_HOST to an address of this machine and INTERNAL_PORT to a free port.`,
      { cause: error },
    );
  }
};

/** Calls other processes; keeps connections open. */
export const createLinkClient = (config: LinkConfig): LinkClient => {
  const keys = keysOf(config);
  const pskCallback = (hint: string | null) => {
    const identity = hint?.split(",").find((each) => keys.has(each)) ?? [...keys.keys()][0]!;
    return { identity, psk: keys.get(identity)! };
  };
  const agent = new Agent({
    keepAlive: true,
    timeout: freeSocketMs,
    ciphers,
    minVersion: "TLSv1.2",
    maxVersion: "TLSv1.2",
    pskCallback,
    // The key proves the identity.
    checkServerIdentity: () => undefined,
  });
  const ask: LinkClient["post"] = (address, path, body, signal) =>
    new Promise((resolve, reject) => {
      let wasSent = false;
      const fail = (error: unknown): void => reject(new LinkBroken(address, wasSent, error));
      const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? [];
      const sent = request({ agent, host, port, method: "POST", path, signal }, (response) => {
        const pieces: Buffer[] = [];
        response
          .on("data", (piece: Buffer) => pieces.push(piece))
          .on("error", fail)
          .on("end", () => {
            try {
              const text = Buffer.concat(pieces).toString("utf8");
              resolve({ status: response.statusCode!, body: text === "" ? undefined : parseExact(text) });
            } catch (error) {
              fail(error);
            }
          });
      });
      sent.on("error", fail);
      sent.on("socket", (socket) => {
        if (socket.connecting) socket.once("secureConnect", () => (wasSent = true));
        else wasSent = true;
      });
      sent.end(JSON.stringify(body));
    });
  const post: LinkClient["post"] = (...call) =>
    callEngine({ engine: "chains", upstream: "owners", operation: "request" }, () => ask(...call));
  return { post, close: () => agent.destroy() };
};

export type LinkConfig = Pick<Config, "INTERNAL_HOST" | "INTERNAL_PORT" | "SECRET_KEY"> &
  Partial<Pick<Config, "SECRET_KEY_OTHER">>;

/** The current key first, then that of SECRET_KEY_OTHER, each by a name that does not reveal it. */
const keysOf = ({ SECRET_KEY, SECRET_KEY_OTHER }: LinkConfig): Keys =>
  new Map(
    [SECRET_KEY, SECRET_KEY_OTHER]
      .filter((secret) => secret !== undefined)
      .map((secret) => {
        const key = Buffer.from(hkdfSync("sha256", secret, "freehold", "internal link", 32));
        return [createHash("sha256").update(key).digest("hex").slice(0, 16), key] as const;
      }),
  );
