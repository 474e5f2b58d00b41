import { extensionOf } from "../preview-kind.ts";

/** Types of what the browser shows as picture, film or sound, by extension; nothing among them is a document but SVG in an <img>. */
const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  svg: "image/svg+xml",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
};

/** The type with which a file is asked for: that of its name, else its own where it is of the kind. */
export const mediaTypeOf = (kind: "image" | "video" | "audio", name: string, type: string): string => {
  const known = types[extensionOf(name)];
  if (known) return known;
  return type.startsWith(`${kind}/`) ? type : `${kind}/*`;
};
