/** Uploaded images and users' avatars: their own, and those generated for everyone else. */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { AppError } from "../kernel/app-error.ts";

/** Base path of images, followed by the image's ID. */
const avatarPath = "/avatars/";

type ReadAvatar = (id: string) => Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;

/** Serves users' avatars. The content of a URL never changes, and no browser runs it as code. */
export const serveAvatars = (app: FastifyInstance, read: ReadAvatar): void => {
  app.get<{ Params: { id: string } }>(`${avatarPath}:id`, async ({ params }, reply) => {
    const image = await read(params.id);
    if (!image) throw new AppError("NOT_FOUND");
    return reply
      .type(image.type)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-origin")
      .send(image.bytes);
  });
};

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

/** Magic bytes of image types. Excludes SVG, which may contain scripts. */
const signatures: readonly (readonly [type: string, test: (bytes: Buffer) => boolean])[] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  ["image/gif", (bytes) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))],
  ["image/webp", (bytes) => /^RIFF[^]{4}WEBP$/.test(bytes.toString("latin1", 0, 12))],
];

/** Detects an image's media type from its bytes; undefined if it is not an image that browsers show. */
export const imageType = (bytes: Buffer): string | undefined => signatures.find(([, test]) => test(bytes))?.[0];
