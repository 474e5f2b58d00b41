/** A service that hosts people's repositories, reached with an account that a person linked. */

export interface Account {
  /** The host's own id of it; the login may change. */
  readonly id: string;
  readonly login: string;
}

export interface Namespace {
  readonly id: string;
  readonly name: string;
  readonly ownerType: "USER" | "ORGANIZATION";
}

export interface HostedRepository {
  /** The host's own id of it; the name may change. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly defaultBranch: string;
  readonly cloneUrl: string;
  /** Of the last push, integer Unix seconds. */
  readonly updatedAt: number;
}

export interface LinkRequest {
  readonly state: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface CodeHost {
  /** False when this cloud has no OAuth app; everything else then throws. */
  readonly isConfigured: boolean;
  /** Address of the page on which a person agrees. */
  authorizeUrl(request: LinkRequest): Promise<string>;
  /** The token for a code that the host sent back. */
  exchange(code: string, request: LinkRequest): Promise<string>;
  account(token: string): Promise<Account>;
  /** The person's own first, then the organisations. */
  namespaces(token: string): Promise<Namespace[]>;
  /** A page of a namespace's repositories whose name contains `word`, the last pushed first. */
  repositories(
    token: string,
    namespace: Namespace,
    page: number,
    word: string,
  ): Promise<{ items: HostedRepository[]; total: number }>;
  /** Asks the host to tell `url` of pushes, signed with `secret`; a hook with that address stands. Returns the hook's id. */
  addHook(token: string, repository: RepositoryName, hook: { url: string; secret: string }): Promise<string>;
  /** One that is gone already is no error. */
  removeHook(token: string, repository: RepositoryName, hookId: string): Promise<void>;
}

export interface RepositoryName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * `login`: the token is not good (any more). `refused`: the host says no, in its own words. `unreachable`: it did not answer
 * in a way that can be understood.
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
