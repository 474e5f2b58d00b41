import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { DocumentEntry } from "./find-document.ts";
import styles from "./docs-search.module.css";

const loadDialog = () => import("./docs-search-dialog.tsx");
const DocsSearchDialog = lazy(loadDialog);

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the search of the documentation, also with ⌘K or Ctrl K and with "/". */
export const DocsSearch = ({ list }: { readonly list: readonly DocumentEntry[] }) => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      const isSlash = event.key === "/" && !(event.target as Element).closest("input, textarea, select, dialog");
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  const prefetch = () => void loadDialog().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={() => setOpen(true)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Icon name="search" size={16} />
        <span>Search the docs</span>
        <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {open && (
        <Suspense>
          <DocsSearchDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
