/** Converts multiaddrs to HTTP origins. */

/** Returns the http(s) origin of a multiaddr, without a trailing slash; undefined for other protocols. */
export const httpAddressOf = (multiaddr: string): string | undefined => {
  const parts = multiaddr.split("/").slice(1);
  const [family = "", host = "", transport, port = "", ...protocols] = parts;
  if (!/^(dns|dns4|dns6|ip4|ip6)$/.test(family) || transport !== "tcp" || !/^\d{1,5}$/.test(port)) return undefined;
  const name = family === "ip6" ? `[${host}]` : host;
  const scheme = schemeOf(protocols);
  const address = scheme && `${scheme}://${name}:${port}`;
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
};

/** Recognizes "https", "tls/http" and "http", optionally followed by a peer ID. */
const schemeOf = ([first, second]: readonly string[]): string | undefined => {
  if (first === "https" || (first === "tls" && second === "http")) return "https";
  return first === "http" ? "http" : undefined;
};
