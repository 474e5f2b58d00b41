import { createHash } from "node:crypto";

/** Base path of images, followed by the image's ID. */
export const avatarPath = "/avatars/";

/** Returns the URL of an avatar, or an image generated from `seed`. */
export const avatarUrl = (avatarId: string | null, seed: string): string =>
  avatarId === null ? identicon(seed) : avatarPath + avatarId;

const cells = 5;
const mirrored = 3;

/** Generates a small symmetric image from a text, as an SVG data URI. Deterministic. */
const identicon = (text: string): string => {
  const bytes = createHash("sha256").update(text.toLowerCase()).digest();
  const hue = (bytes.readUInt16BE(0) * 360) >> 16;
  const squares: string[] = [];
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < mirrored; column += 1) {
      if (bytes[2 + row * mirrored + column]! % 2) continue;
      const columns = new Set([column, cells - 1 - column]);
      for (const x of columns) squares.push(`M${x} ${row}h1v1h-1z`);
    }
  }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 7 7" shape-rendering="crispEdges">` +
    `<path fill="hsl(${hue} 45% 92%)" d="M-1-1h7v7h-7z"/><path fill="hsl(${hue} 60% 42%)" d="${squares.join("")}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
