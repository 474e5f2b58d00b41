import { Fragment } from "react";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { closePalette } from "./palette-state.ts";
import styles from "./shortcuts-dialog.module.css";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const modifier = isApple ? "⌘" : "Ctrl";

/** Keys by what they do; alternatives are separate entries of a list. */
const groups: readonly (readonly [string, readonly (readonly [string, readonly string[]])[]])[] = [
  [
    "Everywhere",
    [
      ["Search and actions", [`${modifier} K`]],
      ["Keyboard shortcuts", ["?"]],
      ["Close a dialog or menu", ["Esc"]],
    ],
  ],
  [
    "Search, menus and lists",
    [
      ["Next or previous entry", ["↓", "↑"]],
      ["Open", ["Enter"]],
      ["First or last row", ["Home", "End"]],
    ],
  ],
  [
    "Files in a bucket",
    [
      ["Select", ["Space"]],
      ["Select a range", ["Shift ↓", "Shift ↑"]],
      ["Select all", [`${modifier} A`]],
      ["Rename", ["F2"]],
      ["Delete", ["Delete"]],
      ["Parent folder", ["Backspace"]],
    ],
  ],
];

/** The keyboard shortcuts of the dashboard. */
const ShortcutsDialog = () => (
  <Dialog title="Keyboard shortcuts" onClose={closePalette}>
    {groups.map(([title, shortcuts]) => (
      <section key={title} className={styles.group}>
        <h3>{title}</h3>
        <dl>
          {shortcuts.map(([action, keys]) => (
            <Fragment key={action}>
              <dt>{action}</dt>
              <dd>
                {keys.map((each) => (
                  <kbd key={each}>{each}</kbd>
                ))}
              </dd>
            </Fragment>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
);

export default ShortcutsDialog;
