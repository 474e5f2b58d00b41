import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { uploadTransfer } from "../../../flows/object-upload/begin.ts";
import { classNames } from "../../../lib/class-names.ts";
import { usePastedFiles } from "../../../ui/upload/use-pasted-files.ts";
import styles from "./objects-tab.module.css";

interface DropZoneProps {
  readonly bucket: string;
  readonly prefix: string;
  readonly enabled: boolean;
  readonly children: ReactNode;
}

/** Uploads dropped or pasted files into the current folder. Disabled without edit access. */
export const DropZone = ({ bucket, prefix, enabled, children }: DropZoneProps) => {
  const [over, setOver] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  const upload = (transfer: DataTransfer) => void uploadTransfer({ bucket, prefix }, transfer);
  usePastedFiles(zone, !enabled, upload);
  if (!enabled) return children;
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      ref={zone}
      className={classNames(styles.drop, over && styles.over)}
      data-drop="Drop to upload into this folder"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        upload(event.dataTransfer);
      }}
    >
      {children}
    </div>
  );
};
