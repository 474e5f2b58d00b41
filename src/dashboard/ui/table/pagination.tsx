import { visiblePages } from "../../../../resources/limits.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { IconButton } from "../button.tsx";

interface PaginationProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Selectable page sizes. */
  readonly sizes?: readonly number[];
  readonly onPageSize?: (size: number) => void;
  /** Called when the pointer reaches a page's button: prefetch it. */
  readonly onHover?: (page: number) => void;
}

/** Page buttons, seven at most; hidden for a single page. */
export const Pagination = ({ page, pageSize, total, onPage, sizes, onPageSize, onHover }: PaginationProps) => {
  const pages = Math.ceil(total / pageSize);
  const smallest = Math.min(pageSize, ...(sizes ?? []));
  if (pages <= 1 && total <= smallest) return null;
  return (
    <nav className="fh-pagination" aria-label="Pages">
      <span className="fh-pagination-total">
        {formatWhole(Math.min((page - 1) * pageSize + 1, total))}–{formatWhole(Math.min(page * pageSize, total))} of{" "}
        {formatWhole(total)}
      </span>
      {sizes && onPageSize && (
        <label>
          <span className="fh-hidden">Rows per page</span>
          <select className="fh-select" value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size} per page
              </option>
            ))}
          </select>
        </label>
      )}
      {pages > 1 && (
        <div className="fh-pagination-pages">
          <IconButton
            icon="arrow-left"
            label="Previous page"
            size="small"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          {pagesAround(page, pages).map((number) => (
            <button
              key={number}
              type="button"
              className="fh-page"
              aria-label={`Page ${number}`}
              aria-current={number === page ? "page" : undefined}
              onClick={() => onPage(number)}
              onPointerEnter={() => onHover?.(number)}
            >
              {number}
            </button>
          ))}
          <IconButton
            icon="arrow-right"
            label="Next page"
            size="small"
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </nav>
  );
};

/** Returns the visible pages: a window of seven around the current one, inside 1 … pages. */
export const pagesAround = (page: number, pages: number): number[] => {
  const count = Math.min(visiblePages, pages);
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
};
