/** Lists the references of an external repository without fetching. */
import type { Dial } from "../network/dial.ts";
import type { RemoteHeads, RemoteSource } from "./remote.ts";
import { runRemote } from "./remote-command.ts";

const listTimeoutMs = 15_000;
/** A host may list every pull request. */
const listBytesMax = 32 * 1024 * 1024;
const prefix = "refs/heads/";

/** Returns the branches and the default branch. */
export const lookAt = async (dial: Dial, source: RemoteSource): Promise<RemoteHeads> =>
  headsOf(await list(dial, source, ["--symref"]));

/** Returns only the branches: a host lists these without its other references, which may be many. */
export const lookAtBranches = async (dial: Dial, source: RemoteSource): Promise<RemoteHeads["branches"]> =>
  headsOf(await list(dial, source, ["--heads"])).branches;

const list = (dial: Dial, source: RemoteSource, options: readonly string[]): Promise<string> =>
  runRemote(dial, {
    args: ["ls-remote", "--quiet", ...options, "--", source.url],
    source,
    timeoutMs: listTimeoutMs,
    outputBytesMax: listBytesMax,
  });

/** "<hash>\t<reference>", and "ref: <reference>\tHEAD" for the default branch. */
const headsOf = (listed: string): RemoteHeads => {
  const branches = new Map<string, string>();
  let defaultBranch: string | undefined;
  for (const line of listed.split("\n")) {
    const [what = "", name = ""] = line.split("\t");
    if (name.startsWith(prefix)) branches.set(name.slice(prefix.length), what);
    if (name === "HEAD" && what.startsWith(`ref: ${prefix}`)) defaultBranch = what.slice(`ref: ${prefix}`.length);
  }
  return { defaultBranch, branches };
};
