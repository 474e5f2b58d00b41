import { identicon } from "./identicon.ts";

/** Base path of images, followed by the image's ID. */
export const avatarPath = "/avatars/";

/** Returns the URL of an avatar, or an image generated from `seed`. */
export const avatarUrl = (avatarId: string | null, seed: string): string =>
  avatarId === null ? identicon(seed) : avatarPath + avatarId;
