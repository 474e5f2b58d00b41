/**
 * Files of unfinished uploads: they survive restarts, and every process of the instance can read them. On disk they stay in the
 * staging folder, from which they become blobs without being copied. On S3 they are objects, and are fetched when they are needed.
 */

/** The first bytes of a staged file. */
export interface StagedPiece {
  readonly name: string;
  /** The file may be longer. */
  readonly sizeBytes: number;
}

export interface StagedFiles {
  /** Returns the path at which a file can be written and extended in place; undefined if the store takes whole files only. */
  pathOf(name: string): string | undefined;
  /** Stores a file durably under a new name. The file is gone afterwards. */
  keep(file: string, name: string): Promise<void>;
  /**
   * Passes local files that contain the pieces one after another; each piece must be a whole file. They must not be written to, and
   * may be gone afterwards. See `isStagedMissing`.
   */
  use<T>(pieces: readonly StagedPiece[], use: (paths: readonly string[]) => Promise<T>): Promise<T>;
  /** Passes one local file that starts with the pieces. A single piece on disk is not copied. See `isStagedMissing`. */
  useJoined<T>(pieces: readonly StagedPiece[], use: (path: string) => Promise<T>): Promise<T>;
  /** Removing a missing file is not an error. */
  remove(names: readonly string[]): Promise<void>;
  /** Lists the files whose names start with `prefix`, with their write times. */
  list(prefix: string): AsyncIterable<{ readonly name: string; readonly writtenAt: Date }>;
}
