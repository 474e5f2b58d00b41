/** Lists whose rows are no records, such as parts of a reply or figures of a screen. They are drawn by their words, like a resource's. */
import * as z from "zod/mini";
import type { ColumnSpec, ListSpec } from "./define.ts";
import type { Fields, Shape } from "./fields.ts";
import { memoised } from "./memoised.ts";

interface RowsSpec<F extends Fields, Key extends string> {
  /** Name of the table for assistive technology. */
  readonly label: string;
  readonly fields: F;
  /** Field that identifies a row, or several that do together. */
  readonly key: Key | readonly Key[];
  readonly columns: Readonly<Partial<Record<Key, ColumnSpec<Key>>>>;
  /** Columns by which a header sorts. */
  readonly sort?: readonly Key[];
  /** Rows drawn while loading. Default: 3. */
  readonly loading?: number;
  readonly empty?: ListSpec["empty"];
}
export type RowList = RowsSpec<Fields, string>;

/** Declares such a list. Its `schema` validates one row of a reply. */
export const defineRows = <const F extends Fields>(
  spec: RowsSpec<F, keyof F & string>,
): RowList & { readonly fields: F; readonly schema: z.ZodMiniObject<Shape<F>> } =>
  memoised({ ...(spec as object as RowList & { readonly fields: F }) }, "schema", () =>
    z.object(Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema])) as Shape<F>),
  );
