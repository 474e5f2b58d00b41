/**
 * Network namespaces (Linux, as root): each process of an instance has a separate loopback and address on one network, as a machine
 * has, and reaches others only through it.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { atFileEnd } from "../file-end.ts";
import { forward, type Forward } from "./forward.ts";

const loopback = "127.0.0.1";
const router = "10.77.0.1";
const name = (part: string | number): string => `fh${process.pid}-${part}`;

export const hasNamespaces = (): boolean => {
  const probe = name("try");
  const isMade = spawnSync("ip", ["netns", "add", probe], { stdio: "ignore" }).status === 0;
  if (isMade) ip("netns", "del", probe);
  return isMade;
};

const ip = (...words: string[]): void => void execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

export interface Network {
  /**
   * Makes a namespace. In it, the loopback's `outside` ports are those of this machine, and this machine's loopback has its `port`.
   * Returns its address, and the words before a command that runs there.
   */
  place(port: number): Promise<{ readonly address: string; readonly launch: readonly string[] }>;
}

/** `outside`: ports of this machine's loopback that the namespaces reach. */
export const openNetwork = async (outside: readonly number[]): Promise<Network> => {
  const bridge = name("br");
  const made: (readonly string[])[] = [["link", "del", bridge]];
  // Processes that end with the file come first.
  atFileEnd(async () => {
    for (const words of made) spawnSync("ip", [...words], { stdio: "ignore" });
  });
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${router}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  const here = async (...forwards: readonly Forward[]): Promise<void> => {
    for (const each of forwards) {
      const server = await forward(each);
      atFileEnd(async () => void server.close());
    }
  };
  await here(...outside.map((port) => ({ from: { host: router, port }, to: { host: loopback, port } })));
  let count = 0;
  const place: Network["place"] = async (port) => {
    count += 1;
    const [space, address] = [name(count), `10.77.0.${10 + count}`];
    const [outer, inner] = [name(`o${count}`), name(`i${count}`)];
    ip("netns", "add", space);
    made.unshift(["netns", "del", space]);
    ip("link", "add", outer, "type", "veth", "peer", "name", inner);
    ip("link", "set", outer, "master", bridge, "up");
    ip("link", "set", inner, "netns", space);
    ip("-n", space, "addr", "add", `${address}/24`, "dev", inner);
    ip("-n", space, "link", "set", inner, "up");
    ip("-n", space, "link", "set", "lo", "up");
    const launch = ["ip", "netns", "exec", space];
    const inside: readonly Forward[] = [
      { from: { host: address, port }, to: { host: loopback, port } },
      ...outside.map((each) => ({ from: { host: loopback, port: each }, to: { host: router, port: each } })),
    ];
    const [program, ...words] = [...launch, process.execPath, join(import.meta.dirname, "forward.ts")] as const;
    const forwarder = spawn(program, [...words, JSON.stringify(inside)], { stdio: ["ignore", "pipe", "inherit"] });
    atFileEnd(async () => void forwarder.kill());
    await once(forwarder.stdout, "data");
    await here({ from: { host: loopback, port }, to: { host: address, port } });
    return { address, launch };
  };
  return { place };
};
