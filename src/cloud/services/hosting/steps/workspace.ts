/** A build's folders and its deadline. */
export interface Workspace {
  /** The checked-out repository; nothing else of the machine is writable for the build. */
  readonly source: string;
  /** Relative to `source`, "" for itself. */
  readonly rootDirectory: string;
  /** Absolute path of the root directory. */
  readonly root: string;
  readonly cache: string;
  /** When the build must be done, in milliseconds since the epoch. */
  readonly deadlineMs: number;
}
