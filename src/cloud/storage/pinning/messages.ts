import { TreeTooDeep, type TreeTooLarge } from "../../engines/blocks/dag/tree-too-large.ts";

/** Status messages of pins: `info.status_details` of the IPFS Pinning Service API. */
export const messages = {
  waiting: "Queued.",
  fetching: "Fetching the content.",
  again: (problem: string, attempt: number, attempts: number): string =>
    `${problem} Retrying (attempt ${attempt} of ${attempts}).`,
  notConnected:
    "This content is not stored here, and Freehold is not connected to the public IPFS network. Upload it as a CAR, or specify an origin that serves it over HTTP.",
  notFound: (problems: readonly string[]): string => ["The content was not found.", ...new Set(problems)].join(" "),
  answered: (host: string, status: number): string => `${host} responded with status ${status}.`,
  noCar: (host: string): string => `${host} did not return a CAR.`,
  silent: (host: string): string => `${host} is unreachable or closed the connection.`,
  private: (host: string): string => `${host} is not on the public Internet.`,
  incomplete: (host: string): string => `${host} returned a damaged or incomplete CAR.`,
  gateway: "A configured gateway",
  tooLarge: (error: TreeTooLarge): string =>
    error instanceof TreeTooDeep ? error.message : "This content exceeds the size limit for pins.",
  noRoom: "Your team does not have enough storage for this content. Free up storage or deposit, then retry.",
} as const;

/** Why content can't be pinned, as a user-facing message. A final problem is not retried. */
export class Unpinnable extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    super(message);
    this.name = "Unpinnable";
    this.isFinal = isFinal;
  }
}
