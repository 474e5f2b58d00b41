import type { XmlElements } from "./xml.ts";

/** Returns a team as owner, with an ID in the format of AWS canonical IDs. */
export const ownerElements = (teamId: string): XmlElements => {
  const id = teamId.replaceAll("-", "").padEnd(64, "0");
  return { ID: id, DisplayName: teamId };
};
