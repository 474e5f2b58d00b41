import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { ownBases } from "../../../resources/runtime-config.ts";
import type { Config } from "../config.ts";
import type { Platforms } from "../engines/platforms/platforms.ts";

interface Offered {
  readonly buildsUnavailable?: string | undefined;
  readonly platforms?: Pick<Platforms, "get"> | undefined;
}

/**
 * Whether the cloud is one for a single machine: on engines of its own and at no public address. Only then it has
 * development pages, which show what elsewhere only its owner may see, such as mail.
 */
export const runsOnItsOwn = ({ DATABASE_URL, PUBLIC_URL }: Pick<Config, "DATABASE_URL" | "PUBLIC_URL">): boolean =>
  DATABASE_URL === undefined && PUBLIC_URL === undefined;

/** The body of GET /config.json. */
export const runtimeConfigOf = (config: Config, { buildsUnavailable = "", platforms }: Offered): RuntimeConfig => ({
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
  features: {
    devWallet: true,
    development: runsOnItsOwn(config),
    buildsUnavailable,
    platforms: {
      IC: platforms?.get("IC") !== undefined,
      GREENFIELD: platforms?.get("GREENFIELD") !== undefined,
    },
  },
  contentDomain: config.CONTENT_DOMAIN,
});
