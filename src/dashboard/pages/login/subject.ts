import type { SessionState } from "../../flows/session/machine.ts";

/** What the plan is drawn from: the address as soon as it is known. */
export const subjectOf = (state: SessionState): string => ("address" in state ? state.address : "freehold");
