import { Button } from "../../ui/button.tsx";
import styles from "./operation-log.module.css";

interface PageButtonsProps {
  /** Entries in view. */
  readonly shown: number;
  /** Those in view and all older ones. */
  readonly total: number;
  /** Beyond this many they are not counted. */
  readonly countedTo: number;
  readonly size: number;
  readonly isNewest: boolean;
  readonly onSize: (size: number) => void;
  readonly onNewest: () => void;
  readonly onOlder: () => void;
}

const sizes = [10, 20, 50, 100];

/** Goes on to older entries and back to the newest: in a log that grows at its head, numbered pages would move. */
export const PageButtons = ({ shown, total, countedTo, size, isNewest, ...on }: PageButtonsProps) => {
  const older = total - shown;
  if (older === 0 && isNewest && shown <= sizes[0]!) return null;
  return (
    <nav className={`${styles.pages} fh-pagination`} aria-label="Pages">
      <span>{sayOlder(older, total >= countedTo)}</span>
      <span>
        <label>
          <span className="fh-hidden">Rows a page</span>
          <select className="fh-select" value={size} onChange={(event) => on.onSize(Number(event.target.value))}>
            {sizes.map((option) => (
              <option key={option} value={option}>
                {option} a page
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

const sayOlder = (older: number, isMore: boolean): string => {
  if (older === 0) return "Nothing older";
  return `${older}${isMore ? " or more" : ""} older`;
};
