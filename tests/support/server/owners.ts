import { ownAlone, type Owners } from "../../../src/cloud/kernel/owners.ts";
import { atFileEnd } from "../file-end.ts";

/** What engines need of an instance with one process, which owns everything. */
export const oneProcess = (): { readonly owners: Owners } => {
  const owners = ownAlone();
  atFileEnd(owners.close);
  return { owners };
};
