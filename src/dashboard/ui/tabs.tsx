import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Icon } from "./icon.tsx";
import { phone, useMedia } from "./use-media.ts";

export interface Tab {
  readonly label: string;
  readonly content: ReactNode;
  readonly badge?: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Query parameter that keeps the chosen tab; "sub" for tabs within a tab. */
  readonly param?: "tab" | "sub";
  /** Query parameters that belong to what a tab shows: they go when another is chosen. */
  readonly forgets?: readonly string[];
  /** The names stand beside the content; on a phone below each other, the chosen one's content under its name. */
  readonly side?: boolean;
}

/** Tabs whose choice is kept in the URL query, lower-cased, with underscores for spaces. */
export const Tabs = ({ label, tabs, param = "tab", forgets = none, side = false }: TabsProps) => {
  const id = useId();
  const [query, setQuery] = useSearchParams();
  const isPhone = useMedia(phone);
  const wanted = tabKey(query.get(param) ?? "");
  const active = tabs.find((tab) => tabKey(tab.label) === wanted) ?? tabs[0];
  if (!active) return null;
  const choose = (tab: Tab) => {
    const next = new URLSearchParams(query);
    if (param === "tab") next.delete("sub");
    forgets.forEach((name) => next.delete(name));
    if (tab === tabs[0]) next.delete(param);
    else next.set(param, tabKey(tab.label));
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const idOf = (tab: Tab) => `${id}-${tabKey(tab.label)}`;
  const Shape = side && isPhone ? Accordion : TabList;
  return <Shape label={label} tabs={tabs} active={active} idOf={idOf} side={side} onChoose={choose} />;
};

const none: readonly string[] = [];

/** "Git and Environment" → "git_and_environment". */
export const tabKey = (label: string): string => label.toLowerCase().replaceAll(" ", "_");

interface ShapeProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly active: Tab;
  readonly idOf: (tab: Tab) => string;
  readonly side: boolean;
  readonly onChoose: (tab: Tab) => void;
}

const TabList = ({ label, tabs, active, idOf, side, onChoose }: ShapeProps) => {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (tabs.indexOf(active) + step + tabs.length) % tabs.length;
    onChoose(tabs[index]!);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className={side ? "fh-tabs is-side" : "fh-tabs"}>
      <div ref={list} role="tablist" aria-label={label} className="fh-tablist" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={idOf(tab)}
            aria-selected={tab === active}
            aria-controls={`${idOf(active)}-panel`}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            <Label tab={tab} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${idOf(active)}-panel`} aria-labelledby={idOf(active)}>
        {active.content}
      </div>
    </div>
  );
};

/** One is open at a time; it stays open when pressed again. */
const Accordion = ({ label, tabs, active, idOf, onChoose }: ShapeProps) => (
  <div className="fh-accordion" role="group" aria-label={label}>
    {tabs.map((tab) => {
      const id = idOf(tab);
      const isOpen = tab === active;
      return (
        <section key={tab.label}>
          <h2>
            <button
              type="button"
              id={id}
              aria-expanded={isOpen}
              aria-controls={`${id}-panel`}
              onClick={() => onChoose(tab)}
            >
              <Label tab={tab} />
              <Icon name="chevron-down" size={16} />
            </button>
          </h2>
          <div id={`${id}-panel`} role="region" aria-labelledby={id} hidden={!isOpen}>
            {isOpen && tab.content}
          </div>
        </section>
      );
    })}
  </div>
);

const Label = ({ tab: { label, badge } }: { readonly tab: Tab }) => (
  <>
    {label}
    {badge !== undefined && <span className="fh-badge">{badge}</span>}
  </>
);
