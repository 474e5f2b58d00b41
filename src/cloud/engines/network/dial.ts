/** Opens connections to public hosts only, directly or through the configured proxy. */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import type { LookupAddress } from "node:dns";
import { isPrivateAddress } from "./private-addresses.ts";

export type Resolve = (host: string) => Promise<LookupAddress[]>;
export type Dial = (host: string, port: number) => Promise<Socket>;

/** A connection was not allowed; the message is shown to users. */
export class Refused extends Error {}

const connectTimeoutMs = 20_000;

export const resolveAll: Resolve = (host) => lookup(host, { all: true });

/** Creates a dialer that also connects to these URLs' hosts at private addresses: the operator configured them. */
export const dialTo = (addresses: readonly string[]): Dial =>
  createDial(
    process.env,
    resolveAll,
    addresses.map((address) => {
      const { protocol, hostname, port } = new URL(address);
      return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    }),
  );

/**
 * Creates a dialer. It connects to the same address that it checked, so a name can't change in between (DNS rebinding).
 * Behind a system proxy (HTTPS_PROXY), the proxy resolves the name. `exceptions` ("host" or "host:port") are always
 * allowed.
 */
export const createDial = (
  environment: NodeJS.ProcessEnv,
  resolve: Resolve = resolveAll,
  exceptions: readonly string[] = [],
): Dial => {
  const proxy = environment.HTTPS_PROXY || environment.https_proxy || "";
  const direct = (environment.NO_PROXY || environment.no_proxy || "").split(",").map((item) => item.trim());
  return async (name, port) => {
    const host = spelledOut(name);
    const isExcepted = exceptions.includes(host) || exceptions.includes(`${host}:${port}`);
    const addressesOf = isExcepted ? resolve : refusing(resolve, isPrivateAddress);
    // Never sent to a proxy, which would take these addresses for itself or its own network.
    const isLocal = matches(host, "localhost") || (isIP(host) !== 0 && isPrivateAddress(host));
    const isDirect = isLocal || proxy === "" || direct.some((item) => item === "*" || matches(host, item));
    return isDirect ? connectTo(host, port, await addressesOf(host)) : tunnel(new URL(proxy), host, port);
  };
};

/**
 * Dials hosts from the operator's settings, directly and at any address: a model server or a node often has a private
 * address. Never use it for an address from a user, a remote response or a redirect.
 */
export const dialConfigured: Dial = async (name, port) => {
  const host = spelledOut(name);
  return connectTo(host, port, await resolveAll(host));
};

/** Connects to a process on this machine by its Unix socket. */
export const dialUnix = async (path: string): Promise<Socket> => {
  const socket = connect(path);
  await once(socket, "connect");
  return socket;
};

/** Strips the brackets of an IPv6 address in a URL. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/**
 * Returns the host as in URLs: 0177.1, 2130706433 and "localhost." are normalized, so that a text check sees the actual
 * address.
 */
const spelledOut = (name: string): string => {
  const host = bareHost(name);
  const url = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}/`);
  return bareHost(url?.hostname ?? host).replace(/\.$/, "");
};

const matches = (host: string, pattern: string): boolean => {
  const name = pattern.replace(/^\*?\./, "");
  return name !== "" && (host === name || host.endsWith(`.${name}`));
};

/** Resolves like `resolve`, but throws Refused for a host with a forbidden address. */
export const refusing =
  (resolve: Resolve, isRefused: (address: string) => boolean): Resolve =>
  async (host) => {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new Error(`${host} has no IP address.`);
    const inner = addresses.find(({ address }) => isRefused(address));
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
    socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error(`${host} did not respond.`)));
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
    request.once("timeout", () => request.destroy(new Error(`The proxy ${proxy.host} did not respond.`)));
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
