import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

/** Returns what database-server.ts offers on a socket. Throws if it could not be started. */
export const askFor = async <T extends object>(socket: string): Promise<T> => {
  const reply = JSON.parse(await text(createConnection(socket))) as T & { error?: string };
  if (reply.error) throw new Error(`The tests' database server did not start: ${reply.error}`);
  return reply;
};
