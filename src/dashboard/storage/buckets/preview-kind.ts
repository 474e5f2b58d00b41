import { extensionOf } from "./paths.ts";

/** Kind of preview, by name and media type. */
export type PreviewKind = "image" | "video" | "audio" | "pdf" | "model" | "json" | "text" | "none";

const byExtension: Readonly<Record<string, PreviewKind>> = {
  ...all("image", "png jpg jpeg gif webp avif bmp ico svg"),
  ...all("video", "mp4 webm ogv m4v mov"),
  ...all("audio", "mp3 wav ogg oga m4a flac aac opus"),
  ...all("pdf", "pdf"),
  ...all("model", "glb gltf obj stl"),
  ...all("json", "json geojson webmanifest"),
  ...all(
    "text",
    "txt md markdown csv tsv log xml html htm css js mjs cjs ts tsx jsx vue svelte astro py rb go rs java kt swift c h cc cpp hpp cs php sh bash zsh sql toml yaml yml ini conf env sol vy cairo move lock diff patch tex srt vtt graphql gql proto dockerfile makefile gitignore editorconfig",
  ),
};

const byType: readonly (readonly [RegExp, PreviewKind])[] = [
  [/^image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml|(vnd\.microsoft|x)[.-]icon)$/, "image"],
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^application\/pdf$/, "pdf"],
  [/^model\/(gltf|obj|stl|vnd)/, "model"],
  [/json$/, "json"],
  [/^text\/|^application\/(javascript|xml|yaml|toml|x-sh)/, "text"],
];

/** Returns the kind of preview. The extension comes first, because many clients send application/octet-stream. */
export const previewKindOf = (name: string, type: string): PreviewKind => {
  const kind = byExtension[extensionOf(name)];
  if (kind) return kind;
  const plain = type.split(";")[0]!.trim().toLowerCase();
  return byType.find(([pattern]) => pattern.test(plain))?.[1] ?? "none";
};

function all(kind: PreviewKind, extensions: string): Record<string, PreviewKind> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, kind]));
}
