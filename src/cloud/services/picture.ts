import { identicon } from "./identicon.ts";

/** Path under which pictures are served; below it the picture's id. */
export const picturePath = "/avatars/";

/** Address of somebody's picture; without one, a picture drawn from `seed`. */
export const pictureOf = (avatarId: string | null, seed: string): string =>
  avatarId === null ? identicon(seed) : picturePath + avatarId;
