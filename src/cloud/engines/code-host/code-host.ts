/** A service that hosts repositories, accessed with a user's linked account. */

export interface Account {
  /** The host's ID of the namespace; the login may change. */
  readonly id: string;
  readonly login: string;
}

export interface Namespace {
  readonly id: string;
  readonly name: string;
  readonly ownerType: "USER" | "ORGANIZATION";
}

export interface HostedRepository {
  /** The host's ID of the repository; the name may change. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly defaultBranch: string;
  readonly cloneUrl: string;
  /** Time of the last push, integer Unix seconds. */
  readonly updatedAt: number;
}

export interface LinkRequest {
  readonly state: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface CodeHost {
  /** False if no OAuth app is configured; every other method then throws. */
  readonly isConfigured: boolean;
  /** Returns the URL of the host's consent page. */
  authorizeUrl(request: LinkRequest): Promise<string>;
  /** Exchanges the host's authorization code for a token. */
  exchange(code: string, request: LinkRequest): Promise<string>;
  account(token: string): Promise<Account>;
  /** Lists the user's own namespace first, then organizations. */
  namespaces(token: string): Promise<Namespace[]>;
  /** Returns a page of a namespace's repositories whose name contains `word`, most recently pushed first. */
  repositories(
    token: string,
    namespace: Namespace,
    page: number,
    word: string,
  ): Promise<{ items: HostedRepository[]; total: number }>;
  /**
   * Creates a push webhook to `url`, signed with `secret`; an existing hook with this URL is reused. Returns the hook's
   * ID.
   */
  addHook(token: string, repository: RepositoryName, hook: { url: string; secret: string }): Promise<string>;
  /** Removing a missing hook is not an error. */
  removeHook(token: string, repository: RepositoryName, hookId: string): Promise<void>;
}

export interface RepositoryName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * `login`: the token is invalid or expired. `refused`: the host rejected the request, with its message. `unreachable`:
 * no response or a malformed one.
 */
export type CodeHostProblem = "login" | "refused" | "missing" | "unreachable";

export class CodeHostError extends Error {
  readonly problem: CodeHostProblem;
  constructor(problem: CodeHostProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CodeHostError";
    this.problem = problem;
  }
}
