import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { createDial, refusing, resolveAll, type Resolve } from "../network/dial.ts";
import { isDocumentationAddress, isPrivateAddress } from "../network/private-addresses.ts";
import { missingProgram } from "./machine-programs.ts";
import { createNodeVersions } from "./node-versions.ts";
import { findPrograms, type NodeRuntime, type Programs } from "./programs.ts";
import { machineRegistries, onlyHosts, type Registries } from "./registries.ts";
import { runCommand, type Place } from "./run.ts";
import type { Sandbox, SandboxEnd } from "./sandbox.ts";
import { removeStaleFolders, temporaryFolder } from "../../lib/temporary-folder.ts";

const probeSeconds = 20;

/**
 * Opens the build sandbox and tests it with a real run: a machine may have bubblewrap but no user namespaces. A machine
 * that can't build is not an error; `unavailable` gives the reason, and everything else works.
 */
export const openSandbox = async (
  config: Pick<Config, "BUILD_REGISTRIES" | "DATA_DIR">,
  log: Logger,
  resolve: Resolve = resolveAll,
): Promise<Sandbox> => {
  await removeStaleFolders();
  const programs = await findPrograms(process.env);
  if (typeof programs === "string") return unavailableSandbox(programs, log);
  const registries = await registriesFor(programs, config.BUILD_REGISTRIES, log);
  const dial = createDial(process.env, refusing(resolve, isNoRegistry), registries.hosts);
  const place: Place = { programs, registries, dial };
  const refusal = await probe(place);
  if (refusal !== undefined) return unavailableSandbox(refusal, log);
  return workingSandbox(place, join(config.DATA_DIR, "tools/node"));
};

/** Opens the sandbox of a process that runs no builds. What the workers' can do, it doesn't know. */
export const sandboxElsewhere = async (): Promise<Sandbox> => {
  await removeStaleFolders();
  return { ...closedSandbox("Only processes with ROLE=worker run builds."), unavailable: undefined };
};

const registriesFor = async (
  programs: Programs,
  hosts: readonly string[] | undefined,
  log: Logger,
): Promise<Registries> => {
  const none: Registries = { hosts: [], main: undefined, npmrc: "" };
  const configured = await machineRegistries(programs).catch((error: unknown) => {
    log.warn({ err: error }, "couldn't read npm's registries; builds can reach only BUILD_REGISTRIES");
    return none;
  });
  return hosts === undefined ? configured : onlyHosts(configured, hosts);
};

/**
 * Registries come from the settings; closed networks may serve mirrors at documentation addresses. Private addresses
 * stay blocked.
 */
const isNoRegistry = (address: string): boolean => isPrivateAddress(address) && !isDocumentationAddress(address);

const workingSandbox = (place: Place, nodeFolder: string): Sandbox => {
  const closing = new AbortController();
  const nodeVersions = createNodeVersions({
    folder: nodeFolder,
    programs: place.programs,
    tryOut: async (runtime) => (await tryCommand(place, "node --version && npm --version", runtime)).output,
  });
  const running = new Set<Promise<unknown>>();
  return {
    unavailable: undefined,
    browser: place.programs.browser,
    registry: place.registries.main,
    fetchNode: nodeVersions.fetch,
    missingProgram: (programs) => missingProgram(programs, process.env),
    run: (command) => {
      const signals = [closing.signal, ...(command.signal ? [command.signal] : [])];
      const run = runCommand(place, { ...command, signal: AbortSignal.any(signals) });
      running.add(run);
      void run.then(
        () => running.delete(run),
        () => running.delete(run),
      );
      return run;
    },
    close: async () => {
      closing.abort();
      await nodeVersions.close();
      await Promise.allSettled(running);
    },
  };
};

const unavailableSandbox = (unavailable: string, log: Logger): Sandbox => {
  log.warn({ reason: unavailable }, "repository builds are not available");
  return closedSandbox(unavailable);
};

const closedSandbox = (reason: string): Sandbox => ({
  unavailable: reason,
  browser: undefined,
  registry: undefined,
  fetchNode: () => Promise.reject(new Error(reason)),
  missingProgram: () => Promise.resolve(undefined),
  run: () => Promise.reject(new Error(reason)),
  close: () => Promise.resolve(),
});

/** Programs with which a command ran in this process. */
const proven = new Set<string>();

/** Returns a sentence with the problem; undefined if a command ran. */
const probe = async (place: Place): Promise<string | undefined> => {
  const key = JSON.stringify(place.programs);
  if (proven.has(key)) return undefined;
  try {
    const { end, output } = await tryCommand(place, "test -x /opt/bin/npm && touch works");
    if (end.reason === "exit" && end.code === 0) {
      proven.add(key);
      return undefined;
    }
    return refused(output.at(-1) ?? `it ended with ${JSON.stringify(end)}`);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
};

/** Runs a short command in a sandbox with an empty folder. */
const tryCommand = async (
  place: Place,
  command: string,
  runtime?: NodeRuntime,
): Promise<{ end: SandboxEnd; output: string[] }> => {
  const folder = await temporaryFolder();
  const output: string[] = [];
  try {
    const end = await runCommand(place, {
      folder,
      command,
      network: "none",
      environment: {},
      timeoutSeconds: probeSeconds,
      memoryMb: 512,
      diskBytes: 64 * 1024 * 1024,
      onLine: (line) => output.push(line),
      ...(runtime && { runtime }),
    });
    return { end, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const refused = (detail: string): string =>
  `bubblewrap can't create a sandbox on this machine (${detail.replace(/\.$/, "")}), so repository builds are unavailable. ` +
  "Allow user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0, or user.max_user_namespaces=10000) " +
  "or run Freehold as root. Folders and zips can be deployed without it.";
