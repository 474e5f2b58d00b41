import { useSyncExternalStore } from "react";
import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";
import { config } from "../../api/config.ts";

/** What the cloud says about itself; brought up to date once a visit. */
export const useCloudConfig = (): RuntimeConfig => useSyncExternalStore(config.subscribe, config.get);
