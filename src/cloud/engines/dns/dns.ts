/** Looks up names in the DNS, with the servers of DNS_SERVERS or those of the system. */

/** The DNS lookup failed or timed out. Whether the name exists is unknown. */
export class DnsUnavailable extends Error {}

export interface Dns {
  /** Returns a name's TXT records, each with its strings joined; empty if there are none. Throws DnsUnavailable. */
  texts(name: string): Promise<readonly string[]>;
  /** Returns the chain of CNAME targets; empty if the name has no CNAME. Throws DnsUnavailable. */
  aliases(name: string): Promise<readonly string[]>;
  /** Returns IPv4 and IPv6 addresses. Throws DnsUnavailable. */
  addresses(name: string): Promise<readonly string[]>;
}
