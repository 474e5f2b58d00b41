import { pageSizes } from "../../../../resources/limits.ts";
import { Button } from "../../ui/button.tsx";

interface CursorPagesProps {
  /** Rows on the page. */
  readonly shown: number;
  /** Rows on the page and older ones, up to `countMax`. */
  readonly total: number;
  readonly countMax: number;
  readonly pager: { readonly pageSize: number; readonly onPageSize?: (size: number) => void };
  readonly isNewest: boolean;
  readonly onOlder: () => void;
  readonly onNewest: () => void;
}

/** Moves to older records and back to the newest. */
export const CursorPages = ({ shown, total, countMax, pager, isNewest, onOlder, onNewest }: CursorPagesProps) => {
  const older = total - shown;
  if (older === 0 && isNewest && shown <= pageSizes[0]) return null;
  return (
    <nav className="fh-pagination" aria-label="Pages">
      <span className="fh-pagination-total">{olderLabel(older, total >= countMax)}</span>
      {pager.onPageSize && (
        <label>
          <span className="fh-hidden">Rows per page</span>
          <select
            className="fh-select"
            value={pager.pageSize}
            onChange={(event) => pager.onPageSize?.(Number(event.target.value))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size} per page
              </option>
            ))}
          </select>
        </label>
      )}
      {!isNewest && (
        <Button size="small" onClick={onNewest}>
          Newest
        </Button>
      )}
      {older > 0 && (
        <Button size="small" onClick={onOlder}>
          Older
        </Button>
      )}
    </nav>
  );
};

const olderLabel = (older: number, isMore: boolean): string => {
  if (older === 0) return "No older entries";
  return `${older}${isMore ? " or more" : ""} older`;
};
