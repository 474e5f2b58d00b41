import type { SessionState } from "../../flows/session/machine.ts";

/** Address of the current attempt, once it is known. */
export const addressIn = (state: SessionState): string | undefined => ("address" in state ? state.address : undefined);
