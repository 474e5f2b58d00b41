import { identicon } from "./identicon.ts";

/** Base path of images, followed by the image's ID. */
export const picturePath = "/avatars/";

/** Returns the URL of an avatar, or an image generated from `seed`. */
export const pictureOf = (avatarId: string | null, seed: string): string =>
  avatarId === null ? identicon(seed) : picturePath + avatarId;
