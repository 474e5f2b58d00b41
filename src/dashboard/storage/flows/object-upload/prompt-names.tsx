import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { NameChoice } from "./names.ts";
import styles from "./upload-panel.module.css";

const shown = 5;

/** Asks once for all files whose names exist; undefined when cancelled. */
export const promptNames = (existing: readonly string[]): Promise<NameChoice | undefined> =>
  dialogs.show<NameChoice>({
    title: existing.length === 1 ? "Name already taken" : "Names already taken",
    content: (close) => (
      <div className="fh-stack">
        <p>{countOf(existing.length, "file is", "files are")} already in the bucket or uploading:</p>
        <ul className={styles.names}>
          {existing.slice(0, shown).map((key) => (
            <li key={key}>
              <bdi>{key}</bdi>
            </li>
          ))}
          {existing.length > shown && <li>and {formatWhole(existing.length - shown)} more</li>}
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
