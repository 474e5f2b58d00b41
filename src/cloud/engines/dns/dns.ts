/** Looks names up in the DNS: with the servers of DNS_SERVERS, or those of the system. */

/** The DNS gave no answer: a server failed or took too long. It says nothing about the name. */
export class DnsUnavailable extends Error {}

export interface Dns {
  /** Texts of a name's TXT records, the strings of each joined; none where there is no such name. Throws DnsUnavailable. */
  texts(name: string): Promise<readonly string[]>;
  /** The names that a CNAME leads to, one after another; none where the name has no CNAME. Throws DnsUnavailable. */
  aliases(name: string): Promise<readonly string[]>;
  /** IPv4 and IPv6 addresses. Throws DnsUnavailable. */
  addresses(name: string): Promise<readonly string[]>;
}
