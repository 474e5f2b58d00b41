/** The Git engine: bare repositories on this machine, served over smart HTTP; or a repository anywhere by its address. */

export interface Branch {
  readonly name: string;
  readonly commit: string;
}

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** Integer Unix seconds. */
  readonly committedAt: number;
}

export interface Git {
  /** Creates a bare repository; with `template` as a copy of that folder's files in a first commit. */
  create(repository: string, template?: string): Promise<void>;
  remove(repository: string): Promise<void>;
  /** The default branch first. */
  branches(repository: string): Promise<Branch[]>;
  commit(repository: string, revision: string): Promise<Commit | undefined>;
  /** Text of a file at a revision; undefined when absent or over 1 MiB. */
  file(repository: string, revision: string, path: string): Promise<string | undefined>;
  /** Names below a folder at a revision. */
  names(repository: string, revision: string, folder: string): Promise<string[]>;
  /** Checks a commit out into an empty folder: no submodules, no hooks, links as plain files. */
  checkout(repository: string, revision: string, folder: string, signal?: AbortSignal): Promise<Commit>;
  /** Folder of a bare repository "namespace/name", for `git http-backend`. */
  root: string;
}
