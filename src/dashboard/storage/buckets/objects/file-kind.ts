/** Kinds of files in lists, by name and media type. */
import { previewKindOf, type PreviewKind } from "../preview-kind.ts";

export type FileKind = "image" | "video" | "audio" | "document" | "code" | "archive" | "model" | "file";

const byPreview: Readonly<Record<PreviewKind, FileKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  pdf: "document",
  model: "model",
  json: "code",
  text: "code",
  none: "file",
};
const prose = /\.(?:txt|md|markdown|csv|tsv|log|rtf|docx?|odt|xlsx?|ods|pptx?|odp|epub)$/i;
const archives = /\.(?:zip|tar|t?gz|bz2|xz|zst|7z|rar|car|jar)$/i;

export const fileKindOf = (name: string, type = ""): FileKind => {
  if (prose.test(name)) return "document";
  if (archives.test(name)) return "archive";
  return byPreview[previewKindOf(name, type)];
};

const nouns: Readonly<Record<FileKind, string>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "document",
  code: "file",
  archive: "archive",
  model: "3D model",
  file: "file",
};

/** Returns what a file is, such as "PNG image": its extension and its kind. */
export const typeLabelOf = (name: string, type?: string): string => {
  const noun = nouns[fileKindOf(name, type)];
  const extension = /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  return extension ? `${extension.toUpperCase()} ${noun}` : noun.charAt(0).toUpperCase() + noun.slice(1);
};
