/** Returns the display name of a node from the x-rpc-upstream header. */
export const nodeLabel = (upstream: string | null | undefined): string | undefined =>
  upstream === "own" ? "local node" : (upstream ?? undefined);
