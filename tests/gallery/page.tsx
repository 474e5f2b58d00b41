import { useState } from "react";
import { PageHeader } from "../../src/dashboard/ui/page/page-header.tsx";
import { Segmented } from "../../src/dashboard/ui/fields/segmented.tsx";
import { themeVariables, type Mode } from "../../src/dashboard/ui/theme/theme.ts";
import { entries } from "./entries.ts";
import type { GalleryEntry, GalleryState } from "./entry.ts";
import styles from "./gallery.module.css";

type Shown = "page" | "both";
const shownOptions = [
  { value: "page", label: "Current theme" },
  { value: "both", label: "Light and dark" },
] as const;
const modes: Readonly<Record<Shown, readonly (Mode | undefined)[]>> = { page: [undefined], both: ["light", "dark"] };

/** All widgets in all states. */
export const Gallery = () => {
  const [shown, setShown] = useState<Shown>("page");
  return (
    <>
      <PageHeader
        title="Widget gallery"
        text="All widgets in all states. Actions here have no effect."
        actions={<Segmented label="Themes" options={shownOptions} value={shown} onChange={setShown} />}
      />
      <div className={styles.gallery}>
        <nav className={styles.contents} aria-label="Widgets">
          {entries.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div className={styles.entries}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} shownIn={modes[shown]} />
          ))}
        </div>
      </div>
    </>
  );
};

interface EntryProps {
  readonly entry: GalleryEntry;
  /** Undefined means the current theme. */
  readonly shownIn: readonly (Mode | undefined)[];
}

const Entry = ({ entry: { id, title, states }, shownIn }: EntryProps) => (
  <section id={id} className={styles.entry} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <div className={styles.modes}>
      {shownIn.map((mode) => (
        <div key={mode ?? "page"} className={styles.ground} style={mode && themeVariables(mode)} data-mode={mode}>
          {states.map((state) => (
            <State key={state.title} state={state} />
          ))}
        </div>
      ))}
    </div>
  </section>
);

const State = ({ state: { title, content } }: { readonly state: GalleryState }) => (
  <figure className={styles.state}>
    <figcaption>{title}</figcaption>
    <div className={styles.content}>{content}</div>
  </figure>
);
