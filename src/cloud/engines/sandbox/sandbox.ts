/** The build sandbox: bubblewrap with limits. Only read-only programs of the machine are visible inside. */
import type { MachineProgram } from "../../../../resources/hosting/builds/build-programs.ts";
import type { NodeVersion } from "../../../../resources/hosting/builds/node-versions.ts";
import type { FetchNode } from "./node-versions.ts";
import type { NodeRuntime } from "./programs.ts";

export interface SandboxCommand {
  /** Folder bound read-write as the working directory; everything else is read-only or absent. */
  readonly folder: string;
  /** Run by `sh -c` inside. */
  readonly command: string;
  /** "registries": only the configured package registries through a forwarder; "none": no network. */
  readonly network: "registries" | "none";
  readonly environment: Readonly<Record<string, string>>;
  /** Cache of the package manager, bound read-write and kept between builds of one project. */
  readonly cacheFolder?: string;
  /** `node` and `npm` inside; the server's own by default. */
  readonly runtime?: NodeRuntime;
  /** Script programs: name → text. */
  readonly shims?: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly diskBytes: number;
  /** Called for each line of output, without its line end, truncated at the limit. */
  onLine(line: string): void;
  readonly signal?: AbortSignal;
}

export type SandboxEnd =
  | { readonly reason: "exit"; readonly code: number }
  | { readonly reason: "timeout" | "cancelled" | "memory" | "processes" | "disk" | "output" };

export interface Sandbox {
  /** One sentence with the reason and the remedy if builds can't run; undefined if they can. */
  readonly unavailable: string | undefined;
  /** Path of the browser inside; undefined if the machine has none. */
  readonly browser: string | undefined;
  /** URL of the package registry for builds. */
  readonly registry: string | undefined;
  /**
   * Returns Node.js of a major version with its npm, fetched on first use. Rejects with `NodeMissing`, whose message is
   * shown to users.
   */
  fetchNode(version: NodeVersion, options: FetchNode): Promise<NodeRuntime>;
  /** Returns one sentence about the first missing program and how to install it; undefined if none is missing. */
  missingProgram(programs: readonly MachineProgram[]): Promise<string | undefined>;
  run(command: SandboxCommand): Promise<SandboxEnd>;
  close(): Promise<void>;
}
