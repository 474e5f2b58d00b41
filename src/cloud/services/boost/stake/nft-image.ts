/** Images of Boost NFTs, which have none on-chain: generated from the id. */
import { createHash } from "node:crypto";

const rings = 5;

/** Returns an SVG data URI: a core inside rings of segments, with colors and gaps derived from the id. */
export const nftImage = (id: string): string => {
  const bytes = createHash("sha256").update(`boost nft ${id}`).digest();
  const hue = (bytes.readUInt16BE(0) * 360) >> 16;
  const other = (hue + 60 + (bytes[2]! % 120)) % 360;
  const arcs = Array.from({ length: rings }, (_ring, index) => {
    const radius = 16 + index * 7;
    const segments = 2 + (bytes[3 + index]! % 7);
    const length = (2 * Math.PI * radius) / segments;
    const filled = length * (0.35 + (bytes[8 + index]! % 50) / 100);
    const turn = (bytes[13 + index]! * 360) >> 8;
    return (
      `<circle cx="60" cy="60" r="${radius}" stroke="hsl(${index % 2 ? other : hue} 85% ${58 + index * 4}%)" ` +
      `stroke-dasharray="${filled.toFixed(2)} ${(length - filled).toFixed(2)}" transform="rotate(${turn} 60 60)"/>`
    );
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs><radialGradient id="g">` +
    `<stop offset="0" stop-color="hsl(${hue} 70% 30%)"/><stop offset="1" stop-color="hsl(${other} 60% 9%)"/>` +
    `</radialGradient></defs><path fill="url(#g)" d="M0 0h120v120H0z"/>` +
    `<circle cx="60" cy="60" r="8" fill="hsl(${other} 95% 78%)"/>` +
    `<g fill="none" stroke-width="3.5" stroke-linecap="round">${arcs.join("")}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
