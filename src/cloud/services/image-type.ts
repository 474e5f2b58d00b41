/** Magic bytes of image types. Excludes SVG, which may contain scripts. */
const signatures: readonly (readonly [type: string, test: (bytes: Buffer) => boolean])[] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  ["image/gif", (bytes) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))],
  ["image/webp", (bytes) => /^RIFF[^]{4}WEBP$/.test(bytes.toString("latin1", 0, 12))],
];

/** Detects an image's media type from its bytes; undefined if it is not an image that browsers show. */
export const imageType = (bytes: Buffer): string | undefined => signatures.find(([, test]) => test(bytes))?.[0];
