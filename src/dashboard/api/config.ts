/** Runtime configuration from /config.json; one build serves every environment. */
import { aliases, baseName, type Alias } from "../../../resources/declare/aliases.ts";
import { secondaryTimeoutMs } from "../../../resources/limits.ts";
import { ownBases, runtimeConfig, type RuntimeConfig } from "../../../resources/runtime-config.ts";
import { inTime } from "../lib/async/in-time.ts";
import { createStore } from "../lib/store.ts";
import { readStored } from "../lib/stored.ts";
import { startedConfig } from "./early/early-data.ts";

const storageKey = "config";

const defaults = runtimeConfig.parse({
  product: "Freehold",
  bases: ownBases(),
  chains: [],
  links: {},
  features: { devWallet: false, buildsUnavailable: "" },
  contentDomain: "localhost",
});

const remembered = runtimeConfig.safeParse(readStored(storageKey)).data;

/** The configuration of the last visit, until `configReady` has loaded the current one. */
export const config = createStore<RuntimeConfig>(remembered ?? defaults);

/** True once a configuration is available, so that calls need not wait. */
let isAvailable = remembered !== undefined;
let loading: Promise<void> | undefined;

/** Resolves as soon as a configuration is available. One from an earlier visit is updated in the background. */
export const configReady = (): Promise<void> => {
  loading ??= loadConfig();
  return isAvailable ? Promise.resolve() : loading;
};

/** Returns the base URL of a service: "$hosting" → "/api/hosting" or another host. */
export const baseOf = (alias: Alias): string => config.get().bases[baseName(alias)] ?? aliases[alias];

const loadConfig = async (): Promise<void> => {
  try {
    const configText = (startedConfig() ?? fetch("/config.json")).then((response) => response.text());
    const text = await inTime(configText, secondaryTimeoutMs, () => new Error("Configuration timed out."));
    const fresh = runtimeConfig.safeParse(JSON.parse(text)).data;
    if (fresh) {
      config.set(fresh);
      localStorage.setItem(storageKey, text);
    }
  } catch {
    // Without a response the last visit's configuration or the defaults apply; the calls themselves report the network
    // error.
  }
  isAvailable = true;
};
