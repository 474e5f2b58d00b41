import type { PortableResource } from "../../../../resources/declare/portable.ts";
import { type RuntimeConfig, ownBases } from "../../../../resources/runtime-config.ts";
import { runsOnItsOwn, type Config } from "../../config.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import type { Solana } from "../../engines/solana/solana.ts";
import type { Toncoin } from "../protocols/ton-connect.ts";
import type { ZkSyncLite } from "../../engines/zksync-lite/zksync-lite.ts";
import type { Platforms } from "../../engines/platforms/platforms.ts";

interface Offered {
  readonly evm?: Pick<Evm, "chains" | "embedded"> | undefined;
  readonly solana?: Pick<Solana, "voteAccount" | "isEmbedded"> | undefined;
  readonly buildsUnavailable?: string | undefined;
  readonly toncoin?: Toncoin | undefined;
  readonly stars?: boolean | undefined;
  readonly platforms?: Pick<Platforms, "get"> | undefined;
  readonly zkSyncLite?: Pick<ZkSyncLite, "handler"> | undefined;
  readonly installed?: readonly PortableResource[] | undefined;
}

/** Returns the body of GET /config.json. */
export const runtimeConfigOf = (
  config: Config,
  { buildsUnavailable = "", toncoin, stars = false, evm, platforms, solana, zkSyncLite, installed = [] }: Offered,
): RuntimeConfig => ({
  product: "Freehold",
  bases: ownBases(),
  chains: chainsOf(evm),
  links: {
    docs: config.LINK_DOCS,
    feedback: config.LINK_FEEDBACK,
    chat: config.LINK_CHAT,
    code: config.LINK_CODE,
    blog: config.LINK_BLOG,
    feed: config.LINK_FEED,
    channel: config.LINK_CHANNEL,
    gateway: config.LINK_GATEWAY,
  },
  features: {
    devWallet: evm?.embedded ?? true,
    development: runsOnItsOwn(config),
    gitHub: Boolean(config.GITHUB_CLIENT_ID && config.GITHUB_CLIENT_SECRET),
    toncoin: toncoin ?? "",
    stars,
    // Its transfers have no value on public chains, so they must not pay for registrations there.
    zkSyncLite: zkSyncLite?.handler !== undefined && evm?.embedded === true,
    buildsUnavailable,
    platforms: {
      IC: platforms?.get("IC") !== undefined,
      GREENFIELD: platforms?.get("GREENFIELD") !== undefined,
    },
  },
  contentDomain: config.CONTENT_DOMAIN,
  ...(installed.length > 0 && { resources: [...installed] }),
  arweave: { url: config.ARWEAVE_URL ?? "/arweave", embedded: config.ARWEAVE_URL === undefined },
  ...(solana && {
    solana: { rpcUrl: "/solana", voteAccount: solana.voteAccount ?? "", embedded: solana.isEmbedded },
  }),
});

const chainsOf = (evm: Offered["evm"]): RuntimeConfig["chains"] =>
  (evm?.chains ?? []).map(({ key, chainId, chain, rpcUrl, contracts }) => ({
    key,
    chainId,
    name: chain.name,
    rpcUrl,
    contracts: { ...contracts },
    currency: chain.currency,
    explorer: evm?.embedded ? "" : chain.explorer,
    embedded: evm?.embedded ?? false,
  }));
