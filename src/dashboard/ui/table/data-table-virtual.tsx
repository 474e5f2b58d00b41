import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState, type ReactNode, type RefObject } from "react";
import { metrics } from "../theme/theme.ts";

interface VirtualRowsProps {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly count: number;
  readonly renderRow: (index: number) => ReactNode;
}

/** The visible rows, between two spacers that preserve the scroll height. */
const VirtualRows = ({ body, count, renderRow }: VirtualRowsProps) => {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [body]);
  // The React compiler is not used here; the virtualizer renders by its own subscription.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => metrics.row,
    overscan: 12,
    scrollMargin: offset,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <>
      <Spacer height={before} />
      {items.map(({ index }) => renderRow(index))}
      <Spacer height={after} />
    </>
  );
};

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className="fh-table-spacer">
      <td style={{ height }} />
    </tr>
  );

export default VirtualRows;
