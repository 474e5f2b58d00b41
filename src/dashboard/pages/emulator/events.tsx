import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import styles from "./emulator.module.css";
import type { LoggedEvent } from "./use-host.ts";

interface EventsProps {
  readonly events: readonly LoggedEvent[];
  readonly onClear: () => void;
}

/** Messages between the app and the messaging app, newest first. */
export const Events = ({ events, onClear }: EventsProps) => {
  if (events.length === 0)
    return <Empty icon="history" title="No events yet" text="Messages between the app and its host appear here." />;
  return (
    <div className={styles.events}>
      <Button size="small" onClick={onClear}>
        Clear
      </Button>
      <ol aria-label="Events">
        {events.map(({ id, from, type, data, at, isUnknown }) => (
          <li key={id}>
            <span className={styles.direction} data-from={from}>
              {from === "app" ? "App" : "Host"}
            </span>
            <code>{type}</code>
            <time dateTime={at.toISOString()}>{at.toLocaleTimeString("en-GB")}</time>
            {data !== undefined && data !== "" && <pre>{JSON.stringify(data)}</pre>}
            {isUnknown && <small>Not emulated</small>}
          </li>
        ))}
      </ol>
    </div>
  );
};
