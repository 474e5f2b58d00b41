/** What people read about a domain's check. */
export const sentences = {
  noProof: (name: string): string =>
    `There is no TXT record at ${name} yet. A new record can take from a minute to a few hours to be seen.`,
  otherProof: (name: string): string =>
    `The TXT record at ${name} has another value. Set the value shown here; several TXT records may stand side by side.`,
  noTarget: (name: string): string =>
    `${name} does not lead anywhere yet. Set the record shown here; a new one can take from a minute to a few hours to be seen.`,
  elsewhere: (name: string, found: readonly string[]): string =>
    `${name} leads to ${found.join(", ")} instead of this cloud. Replace that record, and switch a proxy of the DNS provider off.`,
  held: (name: string): string =>
    `Another team has verified ${name}, and its TXT record is still there. Remove that record at your DNS provider to take the name over.`,
  lost: "Another team has since proved that it owns this name, so it is no longer served here.",
  missing: (misses: number, needed: number): string =>
    `The last ${misses === 1 ? "check" : `${misses} checks`} found that this name no longer leads here. After ${needed} such checks in a row it is not served any more.`,
  gone: "This name no longer leads here, so it is not served. Set its records again and check.",
  unavailable: "The DNS did not answer in time. This says nothing about your records: please check again in a moment.",
  verified: (name: string): string => `${name} is verified and leads here.`,
} as const;
