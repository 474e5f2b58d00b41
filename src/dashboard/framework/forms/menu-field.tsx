import { lazy, Suspense, useId } from "react";
import { loadChunk } from "../../lib/async/load-chunk.ts";
import type { MenuOption } from "./select-menu.tsx";

const LoneMenu = lazy(async () => ({ default: (await loadChunk(() => import("./select-menu.tsx"))).LoneMenu }));

interface MenuFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly MenuOption[];
  readonly hint?: string;
  /** Shown without a selection. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** A menu with label and hint for screens that are no form: searchable, with images and notes. */
export const MenuField = ({ label, hint, ...menu }: MenuFieldProps) => {
  const id = useId();
  return (
    <div className="fh-field">
      <label htmlFor={id}>{label}</label>
      <Suspense fallback={<input className="fh-input" disabled aria-label={label} />}>
        <LoneMenu id={id} {...menu} />
      </Suspense>
      {hint && <p>{hint}</p>}
    </div>
  );
};
