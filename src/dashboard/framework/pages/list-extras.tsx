import type { ReactNode } from "react";
import type { Resource } from "../../../../resources/declare/define.ts";
import { openedParameter } from "../data/use-list-state.ts";
import { useUrlQuery } from "../data/use-url-query.ts";
import { CursorPages } from "./cursor-pages.tsx";
import { RecordDialog } from "./record-dialog.tsx";

type Row = Readonly<Record<string, unknown>>;

interface ListExtrasProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly pager: { readonly pageSize: number; readonly onPageSize?: (size: number) => void };
  readonly keyOf: (row: Row) => string;
  readonly cells: object | undefined;
  readonly opened: ((row: Row, onClose: () => void) => ReactNode) | undefined;
}

/** What few lists have: pages of a log, and a record opened over the list. */
const ListExtras = ({ resource, rows, total, pager, keyOf, cells, opened }: ListExtrasProps) => {
  const { query, change } = useUrlQuery();
  const { cursor, opens } = resource.list!;
  const turnTo = (key: string) => change({ [cursor!.parameter]: key, [openedParameter]: "" }, {});
  const row = opens && rows.find((one) => keyOf(one) === query.get(openedParameter));
  const close = () => change({ [openedParameter]: "" });
  return (
    <>
      {cursor && (
        <CursorPages
          shown={rows.length}
          total={total}
          countMax={cursor.countMax}
          pager={pager}
          isNewest={!query.has(cursor.parameter)}
          onOlder={() => turnTo(keyOf(rows.at(-1)!))}
          onNewest={() => turnTo("")}
        />
      )}
      {row && (opened?.(row, close) ?? <RecordDialog resource={resource} row={row} cells={cells} onClose={close} />)}
    </>
  );
};

export default ListExtras;
