/**
 * The Git engine: hosted repositories, served over smart HTTP, and mirrors of external repositories. Hosted ones are
 * references in the database and packs in the blob store; each machine has copies.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Db, Trx } from "../database/database.ts";
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

/** A repository that is not recorded yet. */
export interface RepositoryDraft {
  /** Records it in the transaction that has inserted its row into `repository`. */
  place(trx: Trx, repository: string): Promise<void>;
  /** Removes it unless it has been placed. */
  discard(): Promise<void>;
}

/** Periodic work on hosted repositories. */
export interface GitUpkeep {
  /** Consolidates the packs of repositories that have many. */
  consolidate(signal: AbortSignal): Promise<void>;
  /** Deletes the blobs of packs that no repository lists anymore. */
  deleteUnusedPacks(signal: AbortSignal): Promise<void>;
  /** Removes temporary folders of killed processes, and copies of deleted repositories. */
  removeLeftovers(): Promise<void>;
  /** Records repositories that are still only in a directory of the version before. */
  takeOver(signal: AbortSignal): Promise<void>;
}

export interface Git {
  /** Creates a repository; with `template`, its first commit is a copy of that folder. */
  draft(template?: string): Promise<RepositoryDraft>;
  /** Removes the copy on this machine, or a mirror. */
  remove(repository: string): Promise<void>;
  /** Lists the default branch first. */
  branches(repository: string): Promise<Branch[]>;
  /** Returns the branch of HEAD, whether or not it has a commit. */
  defaultBranch(repository: string): Promise<string>;
  setDefaultBranch(repository: string, branch: string): Promise<void>;
  /** Returns the commit of a branch without any other access to a hosted repository, for transactions. */
  head(db: Db, repository: string, branch: string): Promise<string | undefined>;
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
   * Answers a smart HTTP request and returns the references changed by a push, once they are stored. The caller ends the
   * response, so that a push only completes after everything it triggers.
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
  readonly upkeep: GitUpkeep;
  /** Folder of all copies of hosted repositories, each named "<repository>.git". */
  readonly root: string;
}
