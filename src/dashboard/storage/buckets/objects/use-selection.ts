import { useMemo, useState } from "react";
import type { Entry } from "../../flows/storage/entries.ts";
import { isAddedTo, type PagedList } from "../../../lib/paged-list.ts";
import { keepWithin, nothingSelected, type Order, type Selection } from "../selection.ts";

interface SelectionState {
  readonly selection: Selection;
  readonly setSelection: (next: Selection) => void;
  /** The rows' keys. */
  readonly order: Order;
}

/** Keeps the selection while rows change. */
export const useSelection = (entries: PagedList<Entry>): SelectionState => {
  const [selection, setSelection] = useState(nothingSelected);
  const [previous, setPrevious] = useState(entries);
  const order = useMemo(() => orderOf(entries), [entries]);
  if (previous !== entries) {
    setPrevious(entries);
    // An added page doesn't move rows.
    if (selection !== nothingSelected && !isAddedTo(previous, entries))
      setSelection(keepWithin(selection, orderOf(previous), order));
  }
  return { selection, setSelection, order };
};

/** Reads keys lazily, because only a few of 100,000 rows are needed. */
const orderOf = (entries: PagedList<Entry>): Order => ({
  length: entries.length,
  at: (index) => entries.at(index)?.key,
  slice: (first, end) => entries.slice(first, end).map(({ key }) => key),
  *[Symbol.iterator]() {
    for (const { key } of entries) yield key;
  },
});
