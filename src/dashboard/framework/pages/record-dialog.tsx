import type { ReactNode } from "react";
import { nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { cell } from "../widgets/cell.tsx";

type Row = Readonly<Record<string, unknown>>;

interface RecordDialogProps {
  readonly resource: Resource;
  readonly row: Row;
  /** By field, in place of those of the words. */
  readonly cells: object | undefined;
  readonly onClose: () => void;
}

/** A record over its list: every field that has a value. */
export const RecordDialog = ({ resource, row, cells, onClose }: RecordDialogProps) => {
  const noun = nounOf(resource);
  const ownCells = (cells ?? {}) as Readonly<Partial<Record<string, (row: Row) => ReactNode>>>;
  return (
    <Dialog
      title={noun.charAt(0).toUpperCase() + noun.slice(1)}
      width={600}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DescriptionList
        facts={Object.entries(resource.fields)
          .filter(([key]) => row[key] !== undefined && row[key] !== null && row[key] !== "")
          .map(([key, field]) => ({ label: field.label, value: ownCells[key]?.(row) ?? cell(field, row[key], row) }))}
      />
    </Dialog>
  );
};
