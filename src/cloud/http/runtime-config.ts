import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { ownBases } from "../../../resources/runtime-config.ts";
import type { Config } from "../config.ts";

/** The body of GET /config.json. */
export const runtimeConfigOf = (config: Config, buildsUnavailable = ""): RuntimeConfig => ({
  product: "Freehold",
  bases: ownBases(),
  chains: [],
  links: {
    docs: config.LINK_DOCS,
    feedback: config.LINK_FEEDBACK,
    chat: config.LINK_CHAT,
    code: config.LINK_CODE,
    blog: config.LINK_BLOG,
  },
  features: { devWallet: true, buildsUnavailable },
  contentDomain: config.CONTENT_DOMAIN,
});
