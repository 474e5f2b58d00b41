/** Imports a public repository by its URL. */
import { repositoriesPerTeam } from "../../../../resources/limits.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Git } from "../../engines/git/git.ts";
import { RemoteError, type RemoteHeads, type RemoteProblem } from "../../engines/git/remote.ts";
import { AppError } from "../../kernel/app-error.ts";
import { findPublic, savePublic } from "./remote-store.ts";
import { countForUpdate, type RepositoryRecord } from "./store.ts";

/** A repository confirmed by its host. */
export interface CheckedRepository {
  readonly address: URL;
  readonly url: string;
  readonly defaultBranch: string;
}

/**
 * Checks that the repository exists and reads its default branch; files are fetched when it is selected. Throws
 * INVALID_INPUT on `url`.
 */
export const checkPublic = async (git: Pick<Git, "look">, input: string): Promise<CheckedRepository> => {
  const address = normalised(input);
  const { url, heads } = await findRemote(git, address).catch(explain);
  const { defaultBranch, branches } = heads;
  const first = defaultBranch ?? [...branches.keys()][0];
  if (first === undefined) throw refused("This repository is empty. Push a branch first.");
  return { address, url, defaultBranch: first };
};

/** Stores a checked repository. Throws LIMIT_REACHED. */
export const importPublic = async (
  trx: Trx,
  teamId: string,
  { address, url, defaultBranch }: CheckedRepository,
): Promise<RepositoryRecord> => {
  const existing = await findPublic(trx, teamId, address.href);
  if (!existing && (await countForUpdate(trx, teamId)) >= repositoriesPerTeam) throw new AppError("LIMIT_REACHED");
  return savePublic(trx, teamId, { spelling: address.href, url, ...nameOf(address), defaultBranch });
};

/** Tries the URL with and without ".git": most hosts accept both, some only one. */
const findRemote = async (git: Pick<Git, "look">, { href }: URL): Promise<{ url: string; heads: RemoteHeads }> => {
  const ending = `${href}.git`;
  try {
    return { url: ending, heads: await git.look({ url: ending }) };
  } catch (error) {
    const mayBeBare = error instanceof RemoteError && ["missing", "login"].includes(error.problem);
    if (!mayBeBare) throw error;
    const heads = await git.look({ url: href }).catch((second: unknown) => {
      throw second instanceof RemoteError && second.problem === "missing" ? error : second;
    });
    return { url: href, heads };
  }
};

/**
 * Normalizes a repository URL: no credentials, query, fragment, trailing slash or ".git". Throws INVALID_INPUT on
 * `url`.
 */
export const normalised = (input: string): URL => {
  const text = input.trim();
  if (/^(ssh:|git:|[\w.-]+@[\w.-]+:)/i.test(text)) throw refused("Use the https:// URL. SSH URLs are not supported.");
  const withScheme = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d+\//.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) throw refused("Invalid URL. Use a URL such as https://example.com/team/site.");
  const address = new URL(withScheme);
  if (!/^https?:$/.test(address.protocol)) throw refused("Only https:// and http:// URLs are supported.");
  if (address.username + address.password !== "")
    throw refused("Remove the user name and password. Only public repositories can be added by URL.");
  const path = address.pathname.replace(/\/+$/, "").replace(/\.git$/i, "");
  if (path === "") throw refused("The URL has no repository path. Use a URL such as https://example.com/team/site.");
  return new URL(`${address.origin}${path}`);
};

/** Splits the path: the last part is the name, the rest the namespace. */
const nameOf = ({ host, pathname }: URL): { name: string; namespace: string } => {
  const parts = decoded(pathname).split("/").filter(Boolean);
  const name = parts.pop()!;
  return { name, namespace: [host, ...parts].join("/") };
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const messages: Partial<Record<RemoteProblem, string>> = {
  refused: "This URL points to a private network. Only repositories on the public internet are supported.",
  login: "This repository is private or doesn't exist. Connect GitHub to use private GitHub repositories.",
  missing: "No Git repository found at this URL.",
};

const explain = (error: unknown): never => {
  throw error instanceof RemoteError ? refused(messages[error.problem] ?? error.message) : error;
};

const refused = (message: string): AppError => new AppError("INVALID_INPUT", { message, fields: { url: [message] } });
