/** Which rows are selected and which one the keys act on: the rules of file managers, over keys and their order. Pure. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Index of the row that has the focus; -1 while there is none. */
  readonly active: number;
  /** Where a range begins. */
  readonly anchor: number;
}

/** The keys of the rows as they stand: an array, or what reads like one. */
export interface Order extends Iterable<string> {
  readonly length: number;
  readonly at: (index: number) => string | undefined;
  readonly slice: (first: number, end: number) => readonly string[];
}

export const nothingSelected: Selection = { selected: new Set(), active: -1, anchor: -1 };

export interface Modifiers {
  /** Shift: from the anchor to here. */
  readonly range?: boolean;
  /** Ctrl or ⌘: this one too, or no longer. */
  readonly toggle?: boolean;
}

/** A press on a row. Plain, it is the only one; with shift a range; with ctrl one more or less. */
export const press = (before: Selection, order: Order, at: number, { range, toggle }: Modifiers = {}): Selection => {
  if (range && before.anchor >= 0)
    return {
      selected: new Set([...(toggle ? before.selected : []), ...between(order, before.anchor, at)]),
      active: at,
      anchor: before.anchor,
    };
  if (toggle) return { selected: toggled(before.selected, order.at(at)!), active: at, anchor: at };
  return { selected: new Set([order.at(at)!]), active: at, anchor: at };
};

/** A checkbox: like ctrl, and like shift with it. */
export const check = (before: Selection, order: Order, at: number, range: boolean): Selection =>
  press(before, order, at, range ? { range, toggle: true } : { toggle: true });

/** An arrow key: the focus goes there; with shift the range with it, plainly the selection becomes that row alone. */
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

/** After rows came and went: what is gone is no longer selected, and the focus stays with its row or its place. */
export const keepWithin = (before: Selection, oldOrder: Order, order: Order): Selection => {
  const there = new Map([...order].map((key, at) => [key, at]));
  const follow = (at: number): number =>
    at < 0 ? -1 : (there.get(oldOrder.at(at) ?? "") ?? Math.min(at, order.length - 1));
  return {
    selected: new Set([...before.selected].filter((key) => there.has(key))),
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
