/** The Git engine: local bare repositories, served over smart HTTP, and mirrors of external repositories. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RemoteHeads, RemoteSource } from "./remote.ts";

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

/** One request of a Git client to a repository, already authorized. */
export interface GitExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly repository: string;
  readonly service: "git-upload-pack" | "git-receive-pack";
  /** Path below the repository: "info/refs" or the service. */
  readonly path: "info/refs" | "git-upload-pack" | "git-receive-pack";
  readonly query: string;
  /** The caller, for the reflog. */
  readonly user: string;
}

/** A reference changed by a push; no `before` if it is new, no `after` if it was deleted. */
export interface PushedRef {
  readonly ref: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A bare repository that is not placed yet. */
export interface RepositoryDraft {
  /** Moves it to its place, replacing any existing repository. */
  place(repository: string): Promise<void>;
  /** Removes it unless it has been placed. */
  discard(): Promise<void>;
}

export interface Git {
  /** Creates a bare repository; with `template`, its first commit is a copy of that folder. */
  draft(template?: string): Promise<RepositoryDraft>;
  remove(repository: string): Promise<void>;
  /** Lists the default branch first. */
  branches(repository: string): Promise<Branch[]>;
  /** Returns the branch of HEAD, whether or not it has a commit. */
  defaultBranch(repository: string): Promise<string>;
  setDefaultBranch(repository: string, branch: string): Promise<void>;
  commit(repository: string, revision: string): Promise<Commit | undefined>;
  /** Returns the text of a file at a revision; undefined if missing or over 1 MiB. */
  file(repository: string, revision: string, path: string): Promise<string | undefined>;
  /** Returns the names in a folder at a revision. */
  names(repository: string, revision: string, folder: string): Promise<string[]>;
  /** Returns the names of subfolders at a revision. */
  folders(repository: string, revision: string, folder: string): Promise<string[]>;
  /** Checks a commit out into an empty folder: no submodules, no hooks, links as plain files. */
  checkout(repository: string, revision: string, folder: string, signal?: AbortSignal): Promise<Commit>;
  /**
   * Answers a smart HTTP request and returns the references changed by a push. The caller ends the response, so that a
   * push only completes after everything it triggers.
   */
  serve(exchange: GitExchange): Promise<readonly PushedRef[]>;
  /**
   * Updates a mirror ("mirrors/<name>"): the latest commit of each branch with its files, without history. The previous
   * state stays readable during the fetch and after a failure. A call during a fetch waits for the next one. Throws
   * `RemoteError`.
   */
  fetch(mirror: string, source: RemoteSource): Promise<void>;
  /** Fetches a commit without a branch, by its hash. Throws `RemoteError`. */
  fetchCommit(mirror: string, source: RemoteSource, hash: string): Promise<void>;
  /** Lists the branches of an external repository without fetching. Throws `RemoteError`. */
  look(source: RemoteSource): Promise<RemoteHeads>;
  /** Folder of all repositories, each named "<repository>.git". */
  readonly root: string;
}
