import type { Field } from "../../../../resources/declare/fields.ts";
import type { ChoiceTile } from "../../ui/fields/choice-tiles.tsx";
import { iconNamed } from "../../ui/icon.tsx";
import { optionLabel } from "./cell.tsx";

/** Options of a choice as tiles, with their hints and icons. */
export const optionTiles = <O extends string>(
  field: Omit<Field, "options"> & { readonly options?: readonly O[] },
): ChoiceTile<O>[] =>
  (field.options ?? []).map((value) => ({
    value,
    title: optionLabel(field, value),
    text: field.hints?.[value],
    ...(field.icons?.[value] && { icon: iconNamed(field.icons[value]) }),
  }));
