/** News of sites. */
import { defineNews } from "../kernel/events.ts";
import type { Push } from "./repositories/service.ts";

/** A branch of a repository was pushed. Told before the client's push completes, and again by a job after a failure. */
export const pushed = defineNews<Push>("hosting.pushed");

/** Host names have a new, changed or removed target in this process. */
export const hostsChanged = defineNews<readonly string[]>("hosting.hosts-changed");
