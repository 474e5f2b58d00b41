import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ephemeral port range, so that no other program is assigned one of these by chance. */
const [lowest, beyond] = [10_000, 32_000];
const triesMax = 50;

/** Returns a free port of 127.0.0.1, for servers that need their port in advance. */
export const freePort = async (triesLeft = triesMax): Promise<number> => {
  const port = randomInt(lowest, beyond);
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (triesLeft > 1) return freePort(triesLeft - 1);
    throw error;
  }
  server.close();
  await once(server, "close");
  return port;
};
