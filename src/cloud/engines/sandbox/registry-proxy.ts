/**
 * The only network access of a sandbox during an install: an HTTP proxy on a Unix socket that allows only the
 * configured package registries. https uses CONNECT to port 443, plain http absolute URLs to port 80.
 */
import { chmod } from "node:fs/promises";
import { once } from "node:events";
import { Refused, type Dial } from "../network/dial.ts";
import { createProxy, type Target } from "../network/proxy.ts";

export interface RegistryProxyOptions {
  readonly socketPath: string;
  readonly hosts: readonly string[];
  readonly dial: Dial;
  /** Called with a message for each rejected host. */
  onRefused(message: string): void;
  /** npm limits its connection time, but not its wait for the rest of a package. */
  readonly idleMs?: number;
}

const idleMaxMs = 60_000;

export interface RegistryProxy {
  close(): void;
}

const allowedPorts = { tunnel: 443, http: 80 } as const;

/** Listens until closed. Closing ends all connections. */
export const openRegistryProxy = async ({
  socketPath,
  hosts,
  dial,
  onRefused,
  idleMs = idleMaxMs,
}: RegistryProxyOptions): Promise<RegistryProxy> => {
  const dialRegistry = async ({ host, port, kind }: Target) => {
    if (hosts.includes(port === allowedPorts[kind] ? host : `${host}:${port}`)) return dial(host, port);
    throw new Refused(`${host}:${port} was blocked. Installs can reach only ${hosts.join(", ")}.`);
  };
  const { server, close } = createProxy({ dial: dialRegistry, onRefused, idleMs });
  server.listen(socketPath);
  await once(server, "listening");
  // The build runs as another user; the socket is in a folder that only both can access.
  await chmod(socketPath, 0o666);
  return { close };
};
