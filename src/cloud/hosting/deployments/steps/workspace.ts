import type { NodeRuntime } from "../../../engines/sandbox/programs.ts";
import type { PackageManager } from "./package-manager.ts";

/** A build's folders. */
export interface Workspace {
  /** The checked-out repository; the build can't write anywhere else. */
  readonly source: string;
  /** Relative to `source`, "" for itself. */
  readonly rootDirectory: string;
  /** Absolute path of the root directory. */
  readonly root: string;
  readonly cache: string;
  /** Where the framework's folders are stored between builds; not visible to the build. */
  readonly frameworkCache: string;
}

/** A workspace in which commands can run. */
export interface Workshop extends Workspace {
  /** Versions of `node` and `npm`. */
  readonly runtime: NodeRuntime;
  /** undefined without a package.json. */
  readonly packageManager: PackageManager | undefined;
  /** Deadline of the build in Unix milliseconds. */
  readonly deadlineMs: number;
}
