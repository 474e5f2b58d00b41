import { useSyncExternalStore } from "react";
import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";
import { config } from "../../api/config.ts";

/** Returns the runtime configuration; updated once a visit. */
export const useRuntimeConfig = (): RuntimeConfig => useSyncExternalStore(config.subscribe, config.get);
