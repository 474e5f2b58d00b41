import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { NameChoice } from "./names.ts";
import styles from "./upload-panel.module.css";

const shown = 5;

/** Asks once for all files whose names exist; undefined when cancelled. */
export const askNames = (taken: readonly string[]): Promise<NameChoice | undefined> =>
  dialogs.show<NameChoice>({
    title: taken.length === 1 ? "Name already taken" : "Names already taken",
    content: (close) => (
      <div className="fh-stack">
        <p>{countOf(taken.length, "file is", "files are")} already in the bucket or uploading:</p>
        <ul className={styles.names}>
          {taken.slice(0, shown).map((key) => (
            <li key={key}>
              <bdi>{key}</bdi>
            </li>
          ))}
          {taken.length > shown && <li>and {formatWhole(taken.length - shown)} more</li>}
        </ul>
        <div className={styles.choices}>
          <Button onClick={() => close("skip")}>Skip</Button>
          <Button onClick={() => close("both")}>Keep both</Button>
          <Button kind="danger" onClick={() => close("replace")}>
            Replace
          </Button>
        </div>
      </div>
    ),
  });
