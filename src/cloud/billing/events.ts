/** News of usage. */
import { defineNews } from "../kernel/events.ts";

/** A team has used something. Told at most a second after it was recorded. */
export const allowanceUsed = defineNews<{ readonly teamId: string }>("billing.allowance-used");
