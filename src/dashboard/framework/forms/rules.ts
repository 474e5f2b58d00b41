import type { FormRule } from "antd";
import type { Field } from "../../../../resources/fields.ts";
import type { Control } from "./control.tsx";

/** The form rule of a field: its schema, which the server uses too. */
export const rulesFor = (field: Field, control: Pick<Control, "toValue">): FormRule[] => [
  {
    validator: async (_, held: unknown) => {
      const result = field.schema.safeParse(control.toValue ? control.toValue(held) : held);
      if (!result.success) throw new Error(result.error.issues[0]?.message ?? `${field.label} is invalid.`);
    },
  },
];
