import { Input, InputNumber, Switch } from "antd";
import type { ReactElement } from "react";
import type { Field } from "../../../../resources/fields.ts";
import { optionLabel } from "../widgets/cell.tsx";
import { Choice, DateTime } from "./native-controls.tsx";

export interface Control {
  readonly element: ReactElement;
  /** Converts between the field's value and the control's. */
  readonly valuePropName?: string;
  readonly toValue?: (held: unknown) => unknown;
}

/** Returns a field's form control by its widget. Fields set by the server have none. */
export const controlFor = (field: Field): Control | undefined => {
  switch (field.as) {
    case "text":
    case "id":
    case "link":
      return { element: <Input autoComplete="off" />, toValue: emptyToUndefined };
    case "code":
      return {
        element: <Input autoComplete="off" spellCheck={false} className="fh-mono" />,
        toValue: emptyToUndefined,
      };
    case "secret":
      return { element: <Input.Password autoComplete="new-password" />, toValue: emptyToUndefined };
    case "textarea":
      return { element: <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} />, toValue: emptyToUndefined };
    case "choice":
      return {
        element: (
          <Choice options={(field.options ?? []).map((value) => ({ value, label: optionLabel(field, value) }))} />
        ),
      };
    case "toggle":
      return { element: <Switch />, valuePropName: "checked", toValue: Boolean };
    case "count":
    case "bytes":
    case "duration":
      return {
        element: <InputNumber min={0} precision={0} style={{ width: "100%" }} />,
        // antd reports a cleared number as null; the schemas expect undefined.
        toValue: (held) => held ?? undefined,
      };
    case "date":
      return { element: <DateTime /> };
    case "status":
    case "data":
      return undefined;
  }
};

const emptyToUndefined = (held: unknown): unknown => (held === "" ? undefined : held);
