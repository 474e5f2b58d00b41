import { admitsMajor, isBelowMajor } from "./node-range.ts";
import { nodeVersions, type NodeVersion } from "./node-versions.ts";

/** Names of the lines with long-term support, as .nvmrc may say `lts/iron`. */
const longTerm: Readonly<Record<string, NodeVersion>> = { hydrogen: "18", iron: "20", jod: "22", krypton: "24" };

/**
 * The newest version offered that fits `engines.node`, and .nvmrc or .node-version where both can be met. Where none fits,
 * the oldest for what is older than all of them, the default otherwise.
 */
export const bestNodeVersion = (engines: string, versionFile: string): NodeVersion => {
  const range = engines.trim();
  const named = rangeOfFile(versionFile);
  const fitting = fittingVersions(range);
  const both = named === "" ? undefined : fittingVersions(named).find((version) => fitting.includes(version));
  if (both !== undefined) return both;
  return range === "" ? nearest(named) : (fitting[0] ?? nearest(range));
};

const fittingVersions = (range: string): NodeVersion[] =>
  nodeVersions.filter((version) => admitsMajor(range, Number(version)));

const nearest = (range: string): NodeVersion => {
  const oldest = nodeVersions.at(-1)!;
  return isBelowMajor(range, Number(oldest)) ? oldest : nodeVersions[0];
};

/** The first line that says something. .nvmrc also knows `lts/iron`, and `lts/*` and `node`, which are the default here. */
const rangeOfFile = (content: string): string => {
  const lines = content.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const said = lines.find((line) => line !== "") ?? "";
  return longTerm[/^lts\/(\w+)$/.exec(said)?.[1] ?? ""] ?? (/^v?\d/.test(said) ? said : "");
};
