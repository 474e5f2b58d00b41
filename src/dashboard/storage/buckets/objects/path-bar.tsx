import { useState } from "react";
import { Link } from "react-router";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { placeOf, stepsOf } from "../paths.ts";
import styles from "./path-bar.module.css";
import { droppedKeys, keysType } from "./use-row-drag.ts";

interface PathBarProps {
  readonly bucket: string;
  readonly prefix: string;
  /** Called when rows are dropped on a folder of the path. */
  readonly onDrop: ((keys: readonly string[], prefix: string) => void) | undefined;
}

/** The path from the bucket to the current folder. Rows can be dropped on its folders. */
export const PathBar = ({ onDrop, ...folder }: PathBarProps) => {
  const [over, setOver] = useState(-1);
  const steps = stepsOf({ kind: "folder", ...folder });
  return (
    <nav className={styles.path} aria-label="Folders">
      <ol>
        {steps.map(({ label, to }, at) => {
          const target = placeOf(to);
          const isLast = at === steps.length - 1;
          return (
            <li key={to}>
              {at > 0 && <Icon name="chevron" size={13} />}
              {isLast ? (
                <span aria-current="location">
                  <bdi>{label}</bdi>
                </span>
              ) : (
                <Link
                  to={to}
                  className={classNames(over === at && styles.over)}
                  onDragOver={(event) => {
                    if (!onDrop || !event.dataTransfer.types.includes(keysType)) return;
                    event.preventDefault();
                    setOver(at);
                  }}
                  onDragLeave={() => setOver(-1)}
                  onDrop={(event) => {
                    setOver(-1);
                    event.preventDefault();
                    if (target.kind === "folder") onDrop?.(droppedKeys(event.dataTransfer), target.prefix);
                  }}
                >
                  <bdi>{label}</bdi>
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
