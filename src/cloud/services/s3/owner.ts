import type { XmlElements } from "./xml.ts";

/** A team as the owner of what it has: shaped like AWS's canonical ids. */
export const ownerElements = (teamId: string): XmlElements => {
  const id = teamId.replaceAll("-", "").padEnd(64, "0");
  return { ID: id, DisplayName: teamId };
};
