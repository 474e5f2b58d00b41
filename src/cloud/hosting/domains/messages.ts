/** Results of a domain check, shown to users. */
export const messages = {
  noProof: (name: string): string =>
    `No TXT record found at ${name}. DNS changes can take from a minute to a few hours.`,
  otherProof: (name: string): string =>
    `The TXT record at ${name} has a different value. Set the value shown here. A name can have several TXT records.`,
  noTarget: (name: string): string =>
    `No record found for ${name}. Set the record shown here. DNS changes can take from a minute to a few hours.`,
  elsewhere: (name: string, found: readonly string[]): string =>
    `${name} points to ${found.join(", ")} instead of Freehold. Replace that record, and turn off your DNS provider's proxy.`,
  held: (name: string): string =>
    `Another team has verified ${name}, and its TXT record is still there. Remove that record at your DNS provider to claim the domain.`,
  lost: "Another team has verified this domain, so it is no longer served for your team.",
  missing: (misses: number, needed: number): string =>
    `The last ${misses === 1 ? "check" : `${misses} checks`} failed: this domain no longer points here. After ${needed} failed checks in a row it is no longer served.`,
  gone: "This domain no longer points here, so it is not served. Update its DNS records and check again.",
  unavailable: "The DNS lookup timed out. Your records may be correct. Check again in a minute.",
  verified: (name: string): string => `${name} is verified and points here.`,
} as const;
