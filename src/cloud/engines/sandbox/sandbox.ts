/** The build sandbox: bubblewrap with limits. Nothing of the machine but its read-only programs is visible inside. */
import type { MachineProgram } from "../../../../resources/hosting/build-programs.ts";
import type { NodeVersion } from "../../../../resources/hosting/node-versions.ts";
import type { FetchNode } from "./node-versions.ts";
import type { NodeRuntime } from "./programs.ts";

export interface SandboxCommand {
  /** Folder bound read-write as the working directory; all else is read-only or absent. */
  readonly folder: string;
  /** Run by `sh -c` inside. */
  readonly command: string;
  /** "registries": only the configured package registries through a forwarder; "none": no network at all. */
  readonly network: "registries" | "none";
  readonly environment: Readonly<Record<string, string>>;
  /** A folder kept between builds of one project, bound read-write as the package manager's cache. */
  readonly cacheFolder?: string;
  /** What `node` and `npm` are inside; the cloud's own unless given. */
  readonly runtime?: NodeRuntime;
  /** Programs made of a script: name → text. */
  readonly shims?: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly diskBytes: number;
  /** Called for each line of output, without its line end, cut at the limit. */
  onLine(line: string): void;
  readonly signal?: AbortSignal;
}

export type SandboxEnd =
  | { readonly reason: "exit"; readonly code: number }
  | { readonly reason: "timeout" | "cancelled" | "memory" | "processes" | "disk" | "output" };

export interface Sandbox {
  /** One sentence that says why builds cannot run here and what to do; undefined when they can. */
  readonly unavailable: string | undefined;
  /** Address of the registry that builds get their packages from. */
  readonly registry: string | undefined;
  /**
   * Node.js of a major version with its npm, fetched on first use. Rejects with `NodeMissing` if unavailable. Its
   * message is shown to users.
   */
  fetchNode(version: NodeVersion, options: FetchNode): Promise<NodeRuntime>;
  /** One sentence that names the first of these programs that the machine lacks and how to get it; undefined when it has all. */
  missingProgram(programs: readonly MachineProgram[]): Promise<string | undefined>;
  run(command: SandboxCommand): Promise<SandboxEnd>;
  close(): Promise<void>;
}
