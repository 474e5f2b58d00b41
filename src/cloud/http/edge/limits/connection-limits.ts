/** Limits the open connections of each client, so that a few clients can't use them all. */
import type { Server, ServerResponse } from "node:http";
import type { Server as TcpServer, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "../../../kernel/app-error.ts";
import { isEncrypted, networkOf, type Client, type TrustedProxies } from "../../../engines/network/client.ts";
import { rawRefusal } from "../../../kernel/calls/envelope.ts";

export type ConnectionLimits = ReturnType<typeof limitConnections>;

export interface Limits {
  readonly connectionsPerAddress: number;
  readonly socketsPerAddress: number;
}

export const tooMany = new AppError("TOO_MANY_REQUESTS", { retryAfterSeconds: 10 });

export const limitConnections = (
  proxies: TrustedProxies,
  { connectionsPerAddress, socketsPerAddress }: Limits = {
    connectionsPerAddress: Infinity,
    socketsPerAddress: Infinity,
  },
) => {
  const connections = counter(connectionsPerAddress);
  const sockets = counter(socketsPerAddress);
  let open = 0;
  let upgraded = 0;

  const isLocal = ({ address, isForwarded }: Client): boolean => !isForwarded && proxies.trusts(address);

  return {
    /** Counts connections by IP address. Connections of trusted proxies are counted by request instead. */
    watch: (server: TcpServer | Server): void =>
      void server.on("connection", (socket: Socket) => {
        // The server that decrypts it has counted it.
        if (isEncrypted(socket)) return;
        open += 1;
        socket.once("close", () => (open -= 1));
        const { remoteAddress = "" } = socket;
        if (proxies.trusts(remoteAddress)) return;
        if (!connections.take(remoteAddress, socket)) socket.end(rawRefusal(tooMany)).destroySoon();
      }),
    /** Returns whether a client reported by a proxy may send another request. */
    admits: (client: Client, response: ServerResponse): boolean =>
      !client.isForwarded || connections.take(client.address, response),
    /** Returns whether a client may open another WebSocket. */
    admitsSocket: (client: Client, socket: Duplex): boolean => {
      if (!isLocal(client) && !sockets.take(client.address, socket)) return false;
      upgraded += 1;
      socket.once("close", () => (upgraded -= 1));
      return true;
    },
    /** Returns the number of open connections and WebSockets. */
    counts: (): { readonly connections: number; readonly sockets: number } => ({
      connections: open,
      sockets: upgraded,
    }),
  };
};

/** Rejects an upgrade request without waiting for the client to close. */
export const refuseUpgrade = (socket: Duplex, refused: AppError): void =>
  void socket.end(rawRefusal(refused), () => socket.destroy());

const counter = (max: number) => {
  const counts = new Map<string, number>();
  return {
    /** Takes a slot until `holder` closes. Returns false if none is free. */
    take(address: string, holder: Pick<Duplex | ServerResponse, "once">): boolean {
      const key = networkOf(address);
      const count = counts.get(key) ?? 0;
      if (count >= max) return false;
      counts.set(key, count + 1);
      holder.once("close", () => {
        const left = counts.get(key)! - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      });
      return true;
    },
  };
};
