/** Events of IPNS names. */
import { defineEvent } from "../kernel/events.ts";

/** A name (its key) got another target. */
export const nameChanged = defineEvent<string>("gateway.name-changed");
