import { Fragment, type ComponentProps, type ReactNode } from "react";
import type { Cached } from "../../ui/cached/use-cached.ts";
import { Pagination } from "../../ui/table/pagination.tsx";
import { BoostData, Nothing } from "./boost-data.tsx";
import { Rows } from "./panel.tsx";

interface PagedRowsProps<Item> {
  /** One page, from `useCall`. */
  readonly of: Omit<Cached<{ readonly content: readonly Item[]; readonly total: number }>, "loading">;
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly itemKey: (item: Item) => string;
  readonly row: (item: Item) => ReactNode;
  readonly empty: ComponentProps<typeof Nothing>;
  /** Class of the list, in place of the one for `Row`. */
  readonly className?: string;
}

/** Boost's lists: rows with numbered pages, and the states of their call. */
export const PagedRows = <Item,>(props: PagedRowsProps<Item>) => {
  const { of, page, size, onPage, itemKey, row, empty, className } = props;
  return (
    <BoostData of={of} rows={Math.min(size, 6)}>
      {({ content, total }) =>
        content.length === 0 ? (
          <Nothing {...empty} />
        ) : (
          <>
            <Rows className={className}>
              {content.map((item) => (
                <Fragment key={itemKey(item)}>{row(item)}</Fragment>
              ))}
            </Rows>
            <Pagination page={page} pageSize={size} total={total} onPage={onPage} />
          </>
        )
      }
    </BoostData>
  );
};
