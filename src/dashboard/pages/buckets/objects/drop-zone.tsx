import { useState, type DragEvent, type ReactNode } from "react";
import { useUploads } from "../../../flows/storage/uploads.ts";
import { classNames } from "../../../lib/class-names.ts";
import styles from "./objects-tab.module.css";

interface DropZoneProps {
  readonly bucket: string;
  readonly prefix: string;
  readonly enabled: boolean;
  readonly children: ReactNode;
}

/** Takes files that are dropped from outside into the folder shown, while somebody sends them. */
export const DropZone = ({ bucket, prefix, enabled, children }: DropZoneProps) => {
  const uploads = useUploads();
  const [over, setOver] = useState(false);
  if (!uploads || !enabled) return children;
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classNames(styles.drop, over && styles.over)}
      data-drop="Drop to upload into this folder"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        uploads.take(bucket, prefix, event.dataTransfer);
      }}
    >
      {children}
    </div>
  );
};
