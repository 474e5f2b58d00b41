import { extensionOf } from "./paths.ts";

/** Media types by extension. Only SVG is a document, and it is shown in an <img>. */
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

/** Returns the media type to request, by the file's name or by its own type if it matches the kind. */
export const mediaTypeOf = (kind: "image" | "video" | "audio", name: string, type: string): string => {
  const byExtension = types[extensionOf(name)];
  if (byExtension) return byExtension;
  return type.startsWith(`${kind}/`) ? type : `${kind}/*`;
};
