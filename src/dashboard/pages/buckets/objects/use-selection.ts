import { useMemo, useState } from "react";
import type { Entry } from "../../../flows/storage/entries.ts";
import { isAddedTo, type PagedList } from "../../../lib/paged-list.ts";
import { keepWithin, nothingSelected, type Order, type Selection } from "../selection.ts";

interface Selected {
  readonly selection: Selection;
  readonly setSelection: (next: Selection) => void;
  /** The rows' keys. */
  readonly order: Order;
}

/** What is selected among rows that come and go. */
export const useSelection = (entries: PagedList<Entry>): Selected => {
  const [selection, setSelection] = useState(nothingSelected);
  const [known, setKnown] = useState(entries);
  const order = useMemo(() => orderOf(entries), [entries]);
  if (known !== entries) {
    setKnown(entries);
    // A further page moves nothing.
    if (selection !== nothingSelected && !isAddedTo(known, entries))
      setSelection(keepWithin(selection, orderOf(known), order));
  }
  return { selection, setSelection, order };
};

/** Keys are read when they are asked for: of a hundred thousand rows few ever are. */
const orderOf = (entries: PagedList<Entry>): Order => ({
  length: entries.length,
  at: (index) => entries.at(index)?.key,
  slice: (first, end) => entries.slice(first, end).map(({ key }) => key),
  *[Symbol.iterator]() {
    for (const { key } of entries) yield key;
  },
});
