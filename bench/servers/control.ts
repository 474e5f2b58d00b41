/** Reports from a server under test to the benchmark. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Listens on a free port and reports it, answers each message with the CPU time used so far, and exits with its parent.
 */
export const underTest = (server: Server): void => {
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on("message", () => process.send?.({ cpuMicros: process.cpuUsage().user + process.cpuUsage().system }));
  process.on("disconnect", () => {
    server.closeAllConnections();
    server.close();
  });
};
