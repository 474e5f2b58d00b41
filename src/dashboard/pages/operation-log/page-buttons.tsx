import { Button } from "../../ui/button.tsx";
import styles from "./operation-log.module.css";

interface PageButtonsProps {
  /** Entries on the page. */
  readonly shown: number;
  /** Entries on the page and older. */
  readonly total: number;
  /** Above this number, entries are not counted. */
  readonly countedTo: number;
  readonly size: number;
  readonly isNewest: boolean;
  readonly onSize: (size: number) => void;
  readonly onNewest: () => void;
  readonly onOlder: () => void;
}

const sizes = [10, 20, 50, 100];

/** Moves to older entries and back to the newest. Numbered pages would shift as the log grows. */
export const PageButtons = ({ shown, total, countedTo, size, isNewest, ...on }: PageButtonsProps) => {
  const older = total - shown;
  if (older === 0 && isNewest && shown <= sizes[0]!) return null;
  return (
    <nav className={`${styles.pages} fh-pagination`} aria-label="Pages">
      <span>{olderLabel(older, total >= countedTo)}</span>
      <span>
        <label>
          <span className="fh-hidden">Rows per page</span>
          <select className="fh-select" value={size} onChange={(event) => on.onSize(Number(event.target.value))}>
            {sizes.map((option) => (
              <option key={option} value={option}>
                {option} per page
              </option>
            ))}
          </select>
        </label>
        {!isNewest && (
          <Button size="small" onClick={on.onNewest}>
            Newest
          </Button>
        )}
        {older > 0 && (
          <Button size="small" onClick={on.onOlder}>
            Older
          </Button>
        )}
      </span>
    </nav>
  );
};

const olderLabel = (older: number, isMore: boolean): string => {
  if (older === 0) return "No older entries";
  return `${older}${isMore ? " or more" : ""} older`;
};
