/** Connections that carry events between processes through PostgreSQL. They survive database restarts. */
import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError, Pool, type PoolConfig, type QueryResult } from "pg";
import type { Logger } from "pino";
import { unavailability } from "../database/unavailable.ts";

export interface Link {
  /** The pool interface of the socket adapter. */
  readonly pool: Pool;
  /** Resolves when previously sent events have left. */
  settled(): Promise<unknown>;
  close(): Promise<void>;
}

const firstRetryMs = 200;
const retryMsMax = 5000;
/** Events are dropped after this; clients reload their data when they reconnect. */
const retryForMs = 30_000;
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 };

/**
 * Uses one connection to listen and one to send, in order. `onReconnect` is called once listening works again: events sent in the meantime are
 * lost.
 */
export const openLink = (connection: PoolConfig, log: Logger, onReconnect: () => void): Link => {
  const sender = new Pool({ ...connection, ...keepAlive, max: 1 });
  sender.on("error", (error) => log.warn({ err: error }, "Lost the connection that sends events"));
  let listener: Client | undefined;
  let hasListened = false;
  let isClosed = false;
  let sending: Promise<unknown> = Promise.resolve();

  /** The adapter requests a connection, listens, and requests another after its "end". */
  const connect = async () => {
    // A failed listener is still open. Two listeners would receive everything twice.
    listener?.removeAllListeners("notification").removeAllListeners("end");
    void listener?.end().catch(() => undefined);
    const client = new Client({ ...connection, ...keepAlive });
    listener = client;
    client.on("error", (error) => log.warn({ err: error }, "Lost the connection that receives events"));
    await client.connect();
    const query = client.query.bind(client) as (text: string) => Promise<QueryResult>;
    const listen = async (text: string): Promise<QueryResult> => {
      const result = await query(text);
      if (hasListened) {
        log.info("Reconnected to the event channel");
        onReconnect();
      }
      hasListened = true;
      return result;
    };
    return Object.assign(client, { query: listen, release: () => void client.end().catch(() => undefined) });
  };

  const send = async (args: readonly unknown[]): Promise<unknown> => {
    const query = sender.query.bind(sender) as (...given: readonly unknown[]) => Promise<unknown>;
    const giveUpAt = Date.now() + retryForMs;
    for (let wait = firstRetryMs; ; wait = Math.min(wait * 2, retryMsMax)) {
      try {
        return await query(...args);
      } catch (error) {
        if (isClosed || Date.now() + wait > giveUpAt || isRefused(error)) throw error;
        await delay(wait, undefined, { ref: false });
      }
    }
  };

  const inOrder = (...args: readonly unknown[]): Promise<unknown> => {
    const sent = sending.then(() => send(args));
    sending = sent.catch(() => undefined);
    return sent;
  };

  return {
    pool: { connect, query: inOrder } as unknown as Pool,
    settled: () => sending,
    close: async () => {
      isClosed = true;
      await listener?.end().catch(() => undefined);
      await sender.end();
    },
  };
};

/** Returns whether the database itself returned the error. Errors without SQLSTATE, such as EPIPE, come from the connection. */
const isRefused = (error: unknown): boolean => error instanceof DatabaseError && unavailability(error) === undefined;
