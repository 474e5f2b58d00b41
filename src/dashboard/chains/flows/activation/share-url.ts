import { packageSizes } from "../../../../../resources/billing/packages.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";

const { IPFS_STORAGE = 0, AR_STORAGE = 0, TRAFFIC = 0, BUILD_TIME = 0 } = packageSizes.STANDARD;

/** "6GB". */
const shortSize = (bytes: number): string => formatBytes(bytes).replace(" ", "");

/**
 * A post about the benefits of activation, with the user's invite link. Opens in a social network; Freehold sends
 * nothing.
 */
export const shareUrl = (origin: string, inviteCode: string | undefined): string => {
  const link = inviteCode === undefined ? origin : `${origin}/?inviteCode=${encodeURIComponent(inviteCode)}`;
  const text = `I have activated my account on a web3 cloud. Standard users get IPFS ${shortSize(IPFS_STORAGE)}, Arweave ${shortSize(AR_STORAGE)}, bandwidth ${shortSize(TRAFFIC)} and ${BUILD_TIME / 60} build minutes. Join me:`;
  return `https://x.com/intent/post?${new URLSearchParams({ text, url: link })}`;
};
