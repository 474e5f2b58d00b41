import type { NodeRuntime } from "../../../engines/sandbox/programs.ts";
import type { PackageManager } from "./package-manager.ts";

/** A build's folders. */
export interface Workspace {
  /** The checked-out repository; nothing else of the machine is writable for the build. */
  readonly source: string;
  /** Relative to `source`, "" for itself. */
  readonly rootDirectory: string;
  /** Absolute path of the root directory. */
  readonly root: string;
  readonly cache: string;
  /** Where the framework's folders lie between two builds; never shown to the build as it is. */
  readonly frameworkCache: string;
}

/** A workspace in which commands can run. */
export interface Workshop extends Workspace {
  /** What `node` and `npm` are. */
  readonly runtime: NodeRuntime;
  /** undefined when there is no package.json. */
  readonly packageManager: PackageManager | undefined;
  /** When the build must be done, in milliseconds since the epoch. */
  readonly deadlineMs: number;
}
