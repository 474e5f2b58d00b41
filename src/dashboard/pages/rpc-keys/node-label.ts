/** A node as people know it, by the name that answers carry; of several the place in the list of nodes stays. */
export const nodeLabel = (upstream: string | null | undefined): string | undefined =>
  upstream === "own" ? "local node" : (upstream ?? undefined);
