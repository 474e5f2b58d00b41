import { uploadFilesMax } from "../../../../../resources/limits.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { UploadDrop } from "../../../ui/upload/upload-drop.tsx";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";
import { UploadList } from "../../../ui/upload/upload-list.tsx";
import styles from "./new-project.module.css";

interface UploadSourceProps {
  readonly items: readonly UploadItem[];
  readonly disabled: boolean;
  readonly onChange: (items: readonly UploadItem[]) => void;
}

/** Uploads a folder, files or a zip, served without a build. */
export const UploadSource = ({ items, disabled, onChange }: UploadSourceProps) => (
  <div className="fh-stack">
    <UploadDrop
      title={items.length === 0 ? "Drop a folder or a zip" : "Add more files"}
      hint="Select the folder that contains index.html. You can also paste files."
      items={items}
      onChange={onChange}
      maxCount={uploadFilesMax}
      folders
      disabled={disabled}
      compact={items.length > 0}
    />
    {items.length > 0 && (
      <>
        <div className={styles.count}>
          <span>
            <strong>{formatWhole(items.length)}</strong> {items.length === 1 ? "file" : "files"},{" "}
            {formatBytes(sizeOf(items))}
          </span>
          <Button kind="plain" size="small" disabled={disabled} onClick={() => onChange([])}>
            Remove all
          </Button>
        </div>
        <UploadList
          items={items}
          {...(!disabled && { onRemove: (item: UploadItem) => onChange(items.filter((other) => other !== item)) })}
        />
      </>
    )}
  </div>
);
