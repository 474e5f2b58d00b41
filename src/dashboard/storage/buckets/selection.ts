/** Selected rows and keyboard focus, with the rules of file managers. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Index of the focused row, or -1. */
  readonly active: number;
  /** Start of a range. */
  readonly anchor: number;
}

/** Keys of the rows in display order. An array, or an object with the same methods. */
export interface Order extends Iterable<string> {
  readonly length: number;
  readonly at: (index: number) => string | undefined;
  readonly slice: (first: number, end: number) => readonly string[];
}

export const nothingSelected: Selection = { selected: new Set(), active: -1, anchor: -1 };

export interface Modifiers {
  /** Shift: select from the anchor to the row. */
  readonly range?: boolean;
  /** Ctrl or ⌘: add or remove the row. */
  readonly toggle?: boolean;
}

/** Handles a click on a row: selects only it, a range with Shift, or toggles it with Ctrl. */
export const click = (before: Selection, order: Order, at: number, { range, toggle }: Modifiers = {}): Selection => {
  if (range && before.anchor >= 0)
    return {
      selected: new Set([...(toggle ? before.selected : []), ...between(order, before.anchor, at)]),
      active: at,
      anchor: before.anchor,
    };
  if (toggle) return { selected: toggled(before.selected, order.at(at)!), active: at, anchor: at };
  return { selected: new Set([order.at(at)!]), active: at, anchor: at };
};

/** Handles a checkbox: toggles the row, or adds the range with Shift. */
export const check = (before: Selection, order: Order, at: number, range: boolean): Selection =>
  click(before, order, at, range ? { range, toggle: true } : { toggle: true });

/** Handles an arrow key: moves the focus and selects only that row, or extends the range with Shift. */
export const moveTo = (before: Selection, order: Order, wanted: number, range: boolean): Selection => {
  if (order.length === 0) return before;
  const at = Math.min(Math.max(wanted, 0), order.length - 1);
  if (!range) return { selected: new Set([order.at(at)!]), active: at, anchor: at };
  const anchor = before.anchor >= 0 ? before.anchor : at;
  return { selected: new Set(between(order, anchor, at)), active: at, anchor };
};

export const selectAll = (before: Selection, order: Order): Selection => ({
  ...before,
  selected: new Set(order),
});

/** Updates the selection after rows changed. Deselects removed rows, and keeps the focus on its row or position. */
export const keepWithin = (before: Selection, oldOrder: Order, order: Order): Selection => {
  const positions = new Map([...order].map((key, at) => [key, at]));
  const follow = (at: number): number =>
    at < 0 ? -1 : (positions.get(oldOrder.at(at) ?? "") ?? Math.min(at, order.length - 1));
  return {
    selected: new Set([...before.selected].filter((key) => positions.has(key))),
    active: follow(before.active),
    anchor: follow(before.anchor),
  };
};

const between = (order: Order, from: number, to: number): readonly string[] =>
  order.slice(Math.min(from, to), Math.max(from, to) + 1);

const toggled = (selected: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
};
