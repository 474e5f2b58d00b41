/** The Git engine: bare repositories on this machine, served over smart HTTP; or a repository anywhere by its address. */
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

/** One request of a git client to a repository, already authorised. */
export interface GitExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly repository: string;
  readonly service: "git-upload-pack" | "git-receive-pack";
  /** Below the repository: "info/refs" or the service. */
  readonly path: "info/refs" | "git-upload-pack" | "git-receive-pack";
  readonly query: string;
  /** Who is calling, for the reference log. */
  readonly user: string;
}

/** A reference that a push changed; no `before` when it is new, no `after` when it was deleted. */
export interface PushedRef {
  readonly ref: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A bare repository that has no place yet. */
export interface RepositoryDraft {
  /** Moves it to its place, instead of anything that is there. */
  place(repository: string): Promise<void>;
  /** Removes it unless it has been placed. */
  discard(): Promise<void>;
}

export interface Git {
  /** Creates a bare repository; with `template` as a copy of that folder's files in a first commit. */
  draft(template?: string): Promise<RepositoryDraft>;
  remove(repository: string): Promise<void>;
  /** The default branch first. */
  branches(repository: string): Promise<Branch[]>;
  /** The branch that HEAD names, whether or not it has a commit. */
  defaultBranch(repository: string): Promise<string>;
  setDefaultBranch(repository: string, branch: string): Promise<void>;
  commit(repository: string, revision: string): Promise<Commit | undefined>;
  /** Text of a file at a revision; undefined when absent or over 1 MiB. */
  file(repository: string, revision: string, path: string): Promise<string | undefined>;
  /** Names below a folder at a revision. */
  names(repository: string, revision: string, folder: string): Promise<string[]>;
  /** Names of the folders in a folder at a revision. */
  folders(repository: string, revision: string, folder: string): Promise<string[]>;
  /** Checks a commit out into an empty folder: no submodules, no hooks, links as plain files. */
  checkout(repository: string, revision: string, folder: string, signal?: AbortSignal): Promise<Commit>;
  /**
   * Answers a request of smart HTTP and returns what a push changed. The response stays open for its last byte: the
   * caller ends it, so that a push is done only when all that follows from it is.
   */
  serve(exchange: GitExchange): Promise<readonly PushedRef[]>;
  /**
   * Brings a mirror ("mirrors/<name>") up to date: the newest commit of each branch with its files, without history. What
   * it had stays readable, and is what it has when the fetch fails. Who asks during a fetch waits for the next one. Throws
   * `RemoteError`.
   */
  fetch(mirror: string, source: RemoteSource): Promise<void>;
  /** Fetches a commit, by its hash, that no branch has any more. Throws `RemoteError`. */
  fetchCommit(mirror: string, source: RemoteSource, hash: string): Promise<void>;
  /** What another host has, without fetching it. Throws `RemoteError`. */
  look(source: RemoteSource): Promise<RemoteHeads>;
  /** Folder of all repositories, each "<repository>.git" in it. */
  readonly root: string;
}
