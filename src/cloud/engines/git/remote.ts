/** An external repository and its possible errors. */

/** Credentials for the external host; never part of the URL. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface RemoteSource {
  /** http or https, without credentials. */
  readonly url: string;
  readonly credentials?: Credentials | undefined;
}

/** The remote's list of branches. */
export interface RemoteHeads {
  /** The branch of HEAD; undefined if not reported. */
  readonly defaultBranch: string | undefined;
  /** Branch → commit. */
  readonly branches: ReadonlyMap<string, string>;
}

/**
 * `login`: credentials are missing or invalid. `missing`: the repository does not exist. `refused`: the address is not
 * allowed. `too-large`, `too-slow`: above the limits. `unreachable`: any other error.
 */
export type RemoteProblem = "login" | "missing" | "refused" | "too-large" | "too-slow" | "unreachable";

/** An external repository could not be read; the message is shown to users. */
export class RemoteError extends Error {
  readonly problem: RemoteProblem;
  constructor(problem: RemoteProblem, message: string) {
    super(message);
    this.name = "RemoteError";
    this.problem = problem;
  }
}

/** Returns the URL to pass to Git. Throws `RemoteError` for anything but plain http and https. */
export const checkedAddress = (url: string): URL => {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const plain = address && /^https?:$/.test(address.protocol) && address.username + address.password === "";
  if (!plain) throw new RemoteError("refused", "Only https:// and http:// URLs can be fetched.");
  return address;
};
