import { countOf } from "../../../lib/format/count.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import styles from "./objects-tab.module.css";

interface SelectionBarProps {
  readonly count: number;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onDownload: ((format: "zip" | "car") => void) | undefined;
  readonly onMove: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** Actions for all selected items. */
export const SelectionBar = ({
  count,
  mayEdit,
  mayDelete,
  onDownload,
  onMove,
  onDelete,
  onClear,
}: SelectionBarProps) => (
  <div className={styles.selected} role="toolbar" aria-label="Selected">
    <IconButton icon="close" label="Clear selection" size="small" onClick={onClear} />
    <strong>{countOf(count, "selected", "selected")}</strong>
    <span className={styles.acts}>
      {onDownload && (
        <Menu
          label="Download"
          className="fh-button is-secondary is-small"
          groups={[
            [
              { label: "Download as ZIP", icon: "archive", onSelect: () => onDownload("zip") },
              { label: "Download as CAR", icon: "cube", onSelect: () => onDownload("car") },
            ],
          ]}
        >
          <Icon name="download" size={16} />
          Download
        </Menu>
      )}
      {mayEdit && (
        <Button size="small" icon="arrow-right" onClick={onMove}>
          Move
        </Button>
      )}
      {mayDelete && (
        <Button size="small" icon="trash" kind="danger" onClick={onDelete}>
          Delete
        </Button>
      )}
    </span>
  </div>
);
