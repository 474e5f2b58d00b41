/** What a picture begins with, byte by byte. SVG is none: it is a document that may hold scripts. */
const beginnings: readonly (readonly [type: string, test: (bytes: Buffer) => boolean])[] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  ["image/gif", (bytes) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))],
  ["image/webp", (bytes) => /^RIFF[^]{4}WEBP$/.test(bytes.toString("latin1", 0, 12))],
];

/** The media type that the bytes themselves show; undefined for anything but a picture that browsers draw. */
export const pictureType = (bytes: Buffer): string | undefined => beginnings.find(([, test]) => test(bytes))?.[0];
