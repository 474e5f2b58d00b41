import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { completeValues } from "../../../../../../resources/hosting/templates/template-values.ts";
import type {
  TemplateForm as Form,
  TemplateOption,
  TemplateValues,
} from "../../../../../../resources/hosting/templates/templates.ts";
import type { Problems } from "../../../flows/deploy/values.ts";
import { Card } from "../../../../ui/panels/card.tsx";
import { TextArea } from "../../../../ui/fields/text-area.tsx";
import { Switch, TextField } from "../../../../ui/fields/text-field.tsx";
import styles from "./template-form.module.css";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { pastedRows, withCell, withoutRow, withRowAfter, withRowMoved, type Rows } from "./table-rows.ts";

type Value = TemplateValues[string];

interface TemplateFormProps {
  readonly form: Form;
  /** Entered values. Options without a value show their default. */
  readonly values: TemplateValues;
  /** Keyed by "configJson.<key>". */
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly onChange: (values: TemplateValues) => void;
}

/** The generated form of a template: a card for each group, with a control for each option. */
export const TemplateForm = ({ form, values, problems, disabled, onChange }: TemplateFormProps) => {
  const shown = completeValues(form, values);
  return (
    <div className="fh-stack">
      {form.config.map(({ name, tag, options }) => (
        <Card key={name} title={name} actions={tag && <span className={styles.tag}>{tag}</span>}>
          <div className="fh-stack">
            {options.map((option) => (
              <OptionControl
                key={option.key}
                option={option}
                value={shown[option.key]!}
                error={problems[`configJson.${option.key}`]}
                disabled={disabled}
                onChange={(value) => onChange({ ...values, [option.key]: value })}
              />
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
};

interface OptionControlProps {
  readonly option: TemplateOption;
  readonly value: Value;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: Value) => void;
}

const OptionControl = ({ option, value, error, disabled, onChange }: OptionControlProps) => {
  const { type, label, placeholder, headers = [] } = option;
  switch (type) {
    case "switch":
      return <Switch label={label} checked={value === true} disabled={disabled} onChange={onChange} />;
    case "table":
      return (
        <TableOption
          label={label}
          headers={headers}
          rows={value as TableRows}
          error={error}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "textarea":
      return (
        <TextArea
          label={label}
          value={String(value)}
          placeholder={placeholder}
          error={error}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "text":
      return (
        <TextField
          label={label}
          value={String(value)}
          placeholder={placeholder}
          error={error}
          disabled={disabled}
          onChange={onChange}
        />
      );
  }
};

type TableRows = Rows;

interface TableOptionProps {
  readonly label: string;
  readonly headers: readonly string[];
  readonly rows: Rows;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (rows: string[][]) => void;
}

/**
 * Edits a table. Enter adds a row below, Alt+Up and Alt+Down move a row, and pasting from a spreadsheet adds rows. Buttons do the same.
 */
const TableOption = ({ label, headers, rows, error, disabled, onChange }: TableOptionProps) => {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const width = headers.length;

  /** Moves the focus synchronously, so that the next key acts on the right row. */
  const changeAndFocus = (changed: string[][], row: number, column: number) => {
    flushSync(() => onChange(changed));
    body.current?.querySelectorAll("input")[row * width + column]?.focus();
  };
  const addAfter = (row: number) => changeAndFocus(withRowAfter(rows, row, width), row + 1, 0);
  const move = (row: number, step: -1 | 1, column = 0) =>
    changeAndFocus(withRowMoved(rows, row, step), Math.min(rows.length - 1, Math.max(0, row + step)), column);
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (event.key === "Enter") addAfter(row);
    else if (event.altKey && step) move(row, step, column);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent, row: number) => {
    const pasted = pastedRows(event.clipboardData.getData("text/plain"), width);
    if (!pasted) return;
    event.preventDefault();
    const before = rows.slice(0, row + 1).filter((cells) => cells.some((cell) => cell !== ""));
    onChange([...before, ...pasted, ...rows.slice(row + 1)].map((cells) => [...cells]));
  };

  return (
    <fieldset className={styles.table} disabled={disabled} aria-describedby={error ? `${id}-note` : undefined}>
      <legend>{label}</legend>
      {rows.length > 0 && (
        <div className={styles.row} style={columnsOf(width)} aria-hidden="true">
          {headers.map((header) => (
            <span key={header} className={styles.header}>
              {header}
            </span>
          ))}
        </div>
      )}
      <div ref={body} className={styles.rows}>
        {rows.map((cells, row) => (
          // Rows are identified only by their position.
          // oxlint-disable-next-line react/no-array-index-key
          <div
            key={row}
            className={styles.row}
            style={columnsOf(width)}
            role="group"
            aria-label={`${label}, row ${row + 1}`}
          >
            {headers.map((header, column) => (
              <input
                key={header}
                className="fh-input"
                aria-label={`${label} ${row + 1}: ${header}`}
                placeholder={header}
                value={cells[column] ?? ""}
                onChange={(event) => onChange(withCell(rows, row, column, event.target.value))}
                onKeyDown={(event) => onKeyDown(event, row, column)}
                onPaste={(event) => onPaste(event, row)}
              />
            ))}
            <div className={styles.tools}>
              <IconButton
                icon="chevron-up"
                label={`Move row ${row + 1} up`}
                disabled={row === 0}
                onClick={() => move(row, -1)}
              />
              <IconButton
                icon="chevron-down"
                label={`Move row ${row + 1} down`}
                disabled={row === rows.length - 1}
                onClick={() => move(row, 1)}
              />
              <IconButton
                icon="close"
                label={`Remove row ${row + 1}`}
                onClick={() => onChange(withoutRow(rows, row))}
              />
            </div>
          </div>
        ))}
      </div>
      <div>
        <Button icon="plus" size="small" onClick={() => addAfter(rows.length - 1)}>
          Add row
        </Button>
      </div>
      {error && (
        <p id={`${id}-note`} className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};

const columnsOf = (width: number) => ({ "--columns": `repeat(${width}, minmax(0, 1fr))` }) as React.CSSProperties;
