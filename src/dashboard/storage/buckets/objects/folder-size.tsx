import { useRef } from "react";
import { useFolderSize } from "../../flows/storage/use-folder-size.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { useSeen } from "./use-seen.ts";

interface FolderSizeProps {
  readonly bucket: string;
  readonly prefix: string;
}

/** Total size of the files below a folder, loaded when the row is visible. */
export const FolderSize = ({ bucket, prefix }: FolderSizeProps) => {
  const element = useRef<HTMLSpanElement>(null);
  const size = useFolderSize(bucket, prefix, useSeen(element));
  const more = size?.hasMore ? "more than " : "";
  return (
    <span ref={element} title={size && `${more}${countOf(size.files, "file")}`}>
      {size && `${size.hasMore ? "> " : ""}${formatBytes(size.bytes)}`}
    </span>
  );
};
