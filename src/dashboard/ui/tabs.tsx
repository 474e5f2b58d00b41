import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { useSearchParams } from "react-router";

export interface Tab {
  readonly label: string;
  readonly content: ReactNode;
  readonly badge?: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Query parameter that keeps the chosen tab. */
  readonly param?: "tab" | "sub";
}

/** Tabs whose choice is kept in the URL query, lower-cased, with underscores for spaces. */
export const Tabs = ({ label, tabs, param = "tab" }: TabsProps) => {
  const [query, setQuery] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const wanted = query.get(param)?.toLowerCase();
  const active = tabs.find((tab) => tabKey(tab.label) === wanted) ?? tabs[0];
  if (!active) return null;
  const choose = (tab: Tab) => {
    const next = new URLSearchParams(query);
    if (tab === tabs[0]) next.delete(param);
    else next.set(param, tabKey(tab.label));
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (tabs.indexOf(active) + step + tabs.length) % tabs.length;
    choose(tabs[index]!);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="fh-tabs">
      <div ref={list} role="tablist" aria-label={label} className="fh-tablist" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${param}-${tabKey(tab.label)}`}
            aria-selected={tab === active}
            aria-controls={`${param}-panel`}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {tab.label}
            {tab.badge !== undefined && <span className="fh-badge">{tab.badge}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${param}-panel`} aria-labelledby={`${param}-${tabKey(active.label)}`}>
        {active.content}
      </div>
    </div>
  );
};

/** "Git and Environment" → "git_and_environment". */
export const tabKey = (label: string): string => label.toLowerCase().replaceAll(" ", "_");
