import { useState } from "react";
import { keepWithin, nothingSelected, type Selection } from "../selection.ts";

interface Selected {
  readonly selection: Selection;
  readonly setSelection: (next: Selection) => void;
}

/** What is selected among rows that come and go. */
export const useSelection = (order: readonly string[]): Selected => {
  const [selection, setSelection] = useState(nothingSelected);
  const [known, setKnown] = useState(order);
  if (known !== order) {
    setKnown(order);
    // Rows that were only added, as a further page adds them, move nothing.
    const isLonger = order.length >= known.length && known.every((key, at) => key === order[at]);
    if (!isLonger) setSelection(keepWithin(selection, known, order));
  }
  return { selection, setSelection };
};
