/** What the server says about itself at /config.json; one build serves every environment. */
import { aliases, baseName, type Alias } from "../../../resources/aliases.ts";
import { secondaryTimeoutMs } from "../../../resources/limits.ts";
import { ownBases, runtimeConfig, type RuntimeConfig } from "../../../resources/runtime-config.ts";
import { inTime } from "../lib/in-time.ts";
import { createStore } from "../lib/store.ts";
import { startedConfig } from "./early/early-data.ts";

const storageKey = "config";

const defaults: RuntimeConfig = {
  product: "Freehold",
  bases: ownBases(),
  chains: [],
  links: { docs: "", feedback: "", chat: "", code: "", blog: "", gateway: "" },
  features: {
    devWallet: false,
    development: false,
    gitHub: false,
    toncoin: "",
    stars: false,
    buildsUnavailable: "",
    platforms: { IC: false, GREENFIELD: false },
  },
  contentDomain: "localhost",
};

const parsed = (text: string | null): RuntimeConfig | undefined => {
  try {
    return runtimeConfig.parse(JSON.parse(text ?? ""));
  } catch {
    return undefined;
  }
};

const remembered = parsed(localStorage.getItem(storageKey));

/** The configuration of the last visit, until `configReady` has brought today's. */
export const config = createStore<RuntimeConfig>(remembered ?? defaults);

/** True once a configuration is known: a call need not wait for another answer. */
let known = remembered !== undefined;
let loading: Promise<void> | undefined;

/** Resolves as soon as a configuration is known. One of an earlier visit is brought up to date in the background. */
export const configReady = (): Promise<void> => {
  loading ??= loadConfig();
  return known ? Promise.resolve() : loading;
};

/** Base address of a service: "$hosting" → "/api/hosting" or another host. */
export const baseOf = (alias: Alias): string => config.get().bases[baseName(alias)] ?? aliases[alias];

const loadConfig = async (): Promise<void> => {
  try {
    const asked = (startedConfig() ?? fetch("/config.json")).then((response) => response.text());
    const text = await inTime(asked, secondaryTimeoutMs, () => new Error("No configuration in time."));
    const fresh = parsed(text);
    if (fresh) {
      config.set(fresh);
      localStorage.setItem(storageKey, text);
    }
  } catch {
    // Without an answer the last visit's configuration, or the defaults, serve; the calls themselves report the network.
  }
  known = true;
};
