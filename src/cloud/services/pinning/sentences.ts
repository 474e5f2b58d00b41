/** What a pin says while it waits, or why it failed: `info.status_details` of the IPFS Pinning Service API. */
export const sentences = {
  waiting: "Waiting for its turn.",
  fetching: "Looking for the content, and fetching it.",
  again: (problem: string, attempt: number, attempts: number): string =>
    `${problem} It is tried again (${attempt} of ${attempts}).`,
  notConnected:
    "This cloud does not hold this content, and is not connected to the public IPFS network. Upload it as a CAR, or name an origin that serves it by HTTP.",
  notFound: (problems: readonly string[]): string => ["Nobody had the content.", ...new Set(problems)].join(" "),
  answered: (host: string, status: number): string => `${host} answered ${status}.`,
  noCar: (host: string): string => `${host} answered with something else than a CAR.`,
  silent: (host: string): string => `${host} could not be reached, or broke off.`,
  private: (host: string): string => `${host} is not on the public Internet.`,
  incomplete: (host: string): string => `${host} sent a CAR that is damaged or not complete.`,
  gateway: "A gateway of this cloud",
  tooLarge: "This content is larger than this cloud pins.",
  noRoom: "Your team's storage does not suffice for this content. Free some, or deposit LAND, and try again.",
} as const;
