/** A repository somewhere else, and what may be wrong with it. */

/** How to prove to the other host who is reading; never part of the address. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface RemoteSource {
  /** http or https, without credentials. */
  readonly url: string;
  readonly credentials?: Credentials | undefined;
}

/** What the other host says it has. */
export interface RemoteHeads {
  /** The branch that HEAD names; undefined when it does not say. */
  readonly defaultBranch: string | undefined;
  /** Branch → commit. */
  readonly branches: ReadonlyMap<string, string>;
}

/**
 * `login`: it asks who is reading, or does not like the answer. `missing`: nothing is there. `refused`: an address we do not
 * reach. `too-large`, `too-slow`: beyond our limits. `unreachable`: everything else.
 */
export type RemoteProblem = "login" | "missing" | "refused" | "too-large" | "too-slow" | "unreachable";

/** A repository could not be read from where it is; the message is a sentence for people. */
export class RemoteError extends Error {
  readonly problem: RemoteProblem;
  constructor(problem: RemoteProblem, message: string) {
    super(message);
    this.name = "RemoteError";
    this.problem = problem;
  }
}

/** The address as git is given it. Throws `RemoteError` for anything but plain http and https. */
export const checkedAddress = (url: string): URL => {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const plain = address && /^https?:$/.test(address.protocol) && address.username + address.password === "";
  if (!plain) throw new RemoteError("refused", "Only https:// and http:// URLs can be fetched.");
  return address;
};
