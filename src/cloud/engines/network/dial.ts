/** Opens connections to public hosts only, directly or through the proxy the cloud itself is told to use. */
import { lookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import type { LookupAddress } from "node:dns";
import { isPrivateAddress } from "./private-addresses.ts";

export type Resolve = (host: string) => Promise<LookupAddress[]>;
export type Dial = (host: string, port: number) => Promise<Socket>;

/** Why a connection was not made; its message is for people to read. */
export class Refused extends Error {}

const connectTimeoutMs = 20_000;

export const resolveAll: Resolve = (host) => lookup(host, { all: true });

/**
 * Dials `host`. The address that was checked is the address connected to, so a name cannot change its meaning in between
 * (DNS rebinding). Behind a proxy of the machine (HTTPS_PROXY) the proxy resolves the name. `exceptions` ("host" or
 * "host:port") are reached wherever they are.
 */
export const createDial = (
  environment: NodeJS.ProcessEnv,
  resolve: Resolve = resolveAll,
  exceptions: readonly string[] = [],
): Dial => {
  const proxy = environment.HTTPS_PROXY || environment.https_proxy || "";
  const direct = (environment.NO_PROXY || environment.no_proxy || "").split(",").map((item) => item.trim());
  return async (name, port) => {
    const host = bareHost(name);
    const isExcepted = exceptions.includes(host) || exceptions.includes(`${host}:${port}`);
    const addressesOf = isExcepted ? resolve : (asked: string) => publicAddresses(asked, resolve);
    // These are never a proxy's to reach: it would take them for itself or its own neighbours.
    const isHere = matches(host, "localhost") || (isIP(host) !== 0 && isPrivateAddress(host));
    const isDirect = isHere || proxy === "" || direct.some((item) => item === "*" || matches(host, item));
    return isDirect ? connectTo(host, port, await addressesOf(host)) : tunnel(new URL(proxy), host, port);
  };
};

/** An IPv6 address stands in brackets in an address, and without them everywhere else. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

const matches = (host: string, pattern: string): boolean => {
  const name = pattern.replace(/^\*?\./, "");
  return name !== "" && (host === name || host.endsWith(`.${name}`));
};

const publicAddresses = async (host: string, resolve: Resolve): Promise<LookupAddress[]> => {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new Error(`${host} has no address.`);
  const inner = addresses.find(({ address }) => isPrivateAddress(address));
  if (inner) throw new Refused(`${host} was refused: it resolves to the private address ${inner.address}.`);
  return addresses;
};

const connectTo = (host: string, port: number, addresses: LookupAddress[]): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      autoSelectFamily: true,
      lookup: (_host, options, callback) =>
        options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family),
    });
    socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error(`${host} did not answer.`)));
    socket.once("error", reject).once("connect", () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });

const tunnel = (proxy: URL, host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    const request = (proxy.protocol === "https:" ? httpsRequest : httpRequest)({
      host: proxy.hostname,
      port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
      method: "CONNECT",
      path: `${host}:${port}`,
      headers: {
        host: `${host}:${port}`,
        ...(credentials !== ":" && { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }),
      },
      timeout: connectTimeoutMs,
    });
    request.once("timeout", () => request.destroy(new Error(`The proxy ${proxy.host} did not answer.`)));
    request.once("error", reject);
    request.once("connect", (response, socket, head) => {
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new Error(`The proxy ${proxy.host} answered ${response.statusCode} for ${host}.`));
    });
    request.end();
  });
