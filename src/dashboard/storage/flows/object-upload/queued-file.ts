/** A file in the queue: its stored data, and its progress. */
export interface QueuedFile {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly lastModifiedMs: number;
  readonly type: string;
  /** Order in the queue. */
  readonly addedAtMs: number;
  /** Whether to replace an existing object. */
  readonly replaces: boolean;
  readonly state: QueuedState;
  /** Error message, or the required action. */
  readonly problem?: string | undefined;
  readonly uploadId?: string | undefined;
  /** Bytes in uploaded parts. */
  readonly sentBytes: number;
  /** Handle for reading the file after a reload, if the browser provides one. */
  readonly handle?: FileSystemFileHandle | undefined;
  /** The folder it was picked in: one permission for all its files. */
  readonly root?: FileSystemDirectoryHandle | undefined;
}

/**
 * waiting: is sent as soon as possible; choose: the browser has no access to the file; allow: the browser needs read
 * permission; taken: the name was created in the bucket meanwhile.
 */
export type QueuedState = "waiting" | "paused" | "failed" | "taken" | "choose" | "allow" | "done";

/** Progress of a file. */
export interface Live {
  readonly phase: "sending" | "checking" | "offline";
  readonly sentBytes: number;
}

export type LiveFiles = Readonly<Record<string, Live>>;

export type Patch = Partial<
  Pick<QueuedFile, "state" | "problem" | "uploadId" | "sentBytes" | "handle" | "root" | "replaces">
>;

/** Returns whether a file requires an action. */
export const isStopped = ({ state }: QueuedFile): boolean => state !== "waiting" && state !== "done";
export const isUnfinished = ({ state }: QueuedFile): boolean => state !== "done";
