/** A file in the queue, as it is kept between visits, and what is known of it while it is sent. */
export interface QueuedFile {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly lastModifiedMs: number;
  readonly type: string;
  /** Order in the queue. */
  readonly addedAtMs: number;
  /** Whether an object of that key is replaced. */
  readonly replaces: boolean;
  readonly state: QueuedState;
  /** Why it failed, or what is wanted. */
  readonly problem?: string | undefined;
  readonly uploadId?: string | undefined;
  /** Bytes of the parts that have arrived. */
  readonly sentBytes: number;
  /** By which the browser finds the file again after a reload, where it gives one. */
  readonly handle?: FileSystemFileHandle | undefined;
  /** The folder it was picked in: one permission for all of it. */
  readonly root?: FileSystemDirectoryHandle | undefined;
}

/**
 * waiting: is sent as soon as there is room; choose: the browser has lost the file; allow: the browser wants to be asked whether it may
 * be read; taken: something of that name has come into the bucket meanwhile.
 */
export type QueuedState = "waiting" | "paused" | "failed" | "taken" | "choose" | "allow" | "done";

/** A file on its way. */
export interface Live {
  readonly phase: "sending" | "checking" | "offline";
  readonly sentBytes: number;
}

export type LiveFiles = Readonly<Record<string, Live>>;

export type Patch = Partial<
  Pick<QueuedFile, "state" | "problem" | "uploadId" | "sentBytes" | "handle" | "root" | "replaces">
>;

/** Those that a person has to do something about. */
export const isStopped = ({ state }: QueuedFile): boolean => state !== "waiting" && state !== "done";
export const isUnfinished = ({ state }: QueuedFile): boolean => state !== "done";
