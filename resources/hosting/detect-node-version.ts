import { admitsMajor, isBelowMajor } from "./node-range.ts";
import { nodeVersions, type NodeVersion } from "./node-versions.ts";

/** Names of LTS lines, as in .nvmrc: `lts/iron`. */
const longTerm: Readonly<Record<string, NodeVersion>> = { hydrogen: "18", iron: "20", jod: "22", krypton: "24" };

/**
 * Returns the newest offered version that satisfies `engines.node`, and .nvmrc or .node-version if both can be met. If
 * none fits: the oldest version for older ranges, otherwise the default.
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

/** Returns the first non-empty line. In .nvmrc, `lts/iron` is a line's name; `lts/*` and `node` mean the default. */
const rangeOfFile = (content: string): string => {
  const lines = content.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const said = lines.find((line) => line !== "") ?? "";
  return longTerm[/^lts\/(\w+)$/.exec(said)?.[1] ?? ""] ?? (/^v?\d/.test(said) ? said : "");
};
