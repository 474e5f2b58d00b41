import type { SessionState } from "../../flows/session/machine.ts";

/** The address of the attempt under way, as soon as it is known. */
export const addressIn = (state: SessionState): string | undefined => ("address" in state ? state.address : undefined);
