import { Button, IconButton } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import styles from "./objects-tab.module.css";
import { PathBar } from "./path-bar.tsx";
import { UploadMenu } from "./upload-menu.tsx";

interface ToolbarProps {
  readonly bucket: string;
  readonly prefix: string;
  readonly mayEdit: boolean;
  readonly keyword: string;
  readonly onSearch: (keyword: string) => void;
  readonly onReload: () => void;
  readonly onAddFolder: () => void;
  readonly onDrop: ((keys: readonly string[], prefix: string) => void) | undefined;
}

/** Path, search, refresh and upload. */
export const Toolbar = ({
  bucket,
  prefix,
  mayEdit,
  keyword,
  onSearch,
  onReload,
  onAddFolder,
  onDrop,
}: ToolbarProps) => {
  return (
    <div className={styles.bar}>
      {prefix !== "" && <PathBar place={{ kind: "folder", bucket, prefix }} onDrop={onDrop} />}
      <div className={styles.tools}>
        <SearchField label="Search files" value={keyword} onChange={onSearch} />
        <IconButton icon="refresh" label="Refresh" onClick={onReload} />
        {mayEdit && (
          <Button icon="folder" onClick={onAddFolder}>
            Create folder
          </Button>
        )}
        {mayEdit && <UploadMenu bucket={bucket} prefix={prefix} />}
      </div>
    </div>
  );
};
