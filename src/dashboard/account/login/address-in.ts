import type { SessionState } from "../flows/session/machine.ts";

/** Returns the wallet address of the current attempt, once the wallet shares it. */
export const addressIn = (state: SessionState): string | undefined => ("address" in state ? state.address : undefined);
