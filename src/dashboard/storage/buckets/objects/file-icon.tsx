import { Icon } from "../../../ui/icon.tsx";
import type { FileKind } from "./file-kind.ts";

const page = "M5.5 3h6L15 6.5V17H5.5zM11.5 3v3.5H15";

/** Strokes on the grid of icons.ts. Not there, because the first screen loads that file. */
const paths = {
  image: "M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M11.9 7.6a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0z",
  video: "M3.5 5h13v10h-13zM8.5 7.8v4.4l3.6-2.2z",
  audio:
    "M8 14.5V5.5l7-2V13M4.4 14.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0zM11.4 13a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0z",
  document: `${page}M8 10h4.5M8 13h4.5`,
  code: `${page}M9 9.8l-1.7 1.9L9 13.6M11.5 9.8l1.7 1.9-1.7 1.9`,
} as const satisfies Partial<Record<FileKind, string>>;

const isDrawn = (kind: FileKind): kind is keyof typeof paths => kind in paths;
const others = { archive: "archive", model: "cube", file: "file" } as const;

/** The icon of a file's kind. Decorative: the row names the type. */
export const FileIcon = ({ kind }: { readonly kind: FileKind }) =>
  isDrawn(kind) ? (
    <svg className="fh-icon" width={18} height={18} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  ) : (
    <Icon name={others[kind]} size={18} />
  );
