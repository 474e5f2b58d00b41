/** Fetches the content of a hash or name that is not stored here, as a cancellable part of the deployment. */
import { CID } from "multiformats/cid";
import { hashFetchMinutesMax } from "../../../../resources/limits.ts";
import { repeat } from "../../kernel/repeat.ts";
import { Unpinnable, type PinContent } from "../pinning/service.ts";
import type { Attempt } from "./attempt.ts";
import { DeploymentEnd } from "./ends.ts";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

const progressEveryMs = 3000;

/**
 * Fetches the deployment's content from the configured gateways. Undefined if it is stored here or nothing needs
 * fetching.
 */
export const fetchHash = async (deps: HostingContext, attempt: Attempt): Promise<PinContent | undefined> => {
  const { deployment, project, log, signal } = attempt;
  if ((project.deploy_type !== "CID" && project.deploy_type !== "IPNS") || deployment.cid === null) return undefined;
  if (!deps.pinning.isConnected || (await isHere(deps, project.team_id, deployment.cid))) return undefined;
  log.say(messages.fetching(deployment.cid));
  const timeout = AbortSignal.timeout(hashFetchMinutesMax * 60_000);
  const progress = createProgress((bytes) => log.say(messages.fetched(bytes)));
  try {
    return await deps.pinning.fetch(project.team_id, deployment.cid, {
      signal: AbortSignal.any([signal, timeout]),
      onBytes: progress.note,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new DeploymentEnd("timeout", messages.fetchTimeout(hashFetchMinutesMax));
    throw error instanceof Unpinnable ? new DeploymentEnd("failure", error.message) : error;
  } finally {
    progress.end();
  }
};

const isHere = async ({ engines, contentOwners }: HostingContext, teamId: string, cid: string): Promise<boolean> => {
  const { blocks, database } = engines;
  const root = CID.parse(cid);
  const isReadable = (await contentOwners.readableBy(database.db, teamId, [root])).size > 0;
  return isReadable && (await blocks.resolve(root, [])) !== undefined;
};

/** Reports progress every few seconds, and once at the end. */
const createProgress = (say: (bytes: number) => void) => {
  let [bytes, reported] = [0, 0];
  const report = (): void => {
    if (bytes === reported) return;
    reported = bytes;
    say(bytes);
  };
  const stop = repeat(progressEveryMs, report);
  return {
    note: (now: number): void => {
      bytes = now;
    },
    end: (): void => {
      stop();
      report();
    },
  };
};
