/** Forwards TCP connections from one address to another: in this process, or as a program for a network namespace. */
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";

export interface Forward {
  readonly from: { readonly host: string; readonly port: number };
  readonly to: { readonly host: string; readonly port: number };
}

/** Resolves once it listens. A refused connection ends the one that was accepted, as a dead machine's do. */
export const forward = async ({ from, to }: Forward): Promise<Server> => {
  const server = createServer((accepted) => {
    const onward = connect(to.port, to.host);
    accepted.pipe(onward).pipe(accepted);
    accepted.on("error", () => onward.destroy()).on("close", () => onward.destroy());
    onward.on("error", () => accepted.resetAndDestroy()).on("close", () => accepted.destroy());
  });
  server.listen(from.port, from.host);
  await once(server, "listening");
  return server;
};

if (import.meta.main) {
  await Promise.all((JSON.parse(process.argv[2]!) as readonly Forward[]).map(forward));
  process.stdout.write("ready\n");
}
