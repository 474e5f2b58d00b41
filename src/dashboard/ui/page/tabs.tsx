import { Suspense, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Icon } from "../icon.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { phone, useMedia } from "../use-media.ts";

export interface Tab {
  readonly label: string;
  /** May be lazy. */
  readonly content: ReactNode;
  readonly badge?: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Query parameter of the selected tab; "sub" for tabs within a tab. */
  readonly param?: "tab" | "sub";
  /** Query parameters of a tab's content: cleared when another tab is selected. */
  readonly forgets?: readonly string[];
  /** Shows labels beside the content; on phones as an accordion. */
  readonly side?: boolean;
}

/**
 * Tabs whose selection is stored in the URL query, in lower case, with underscores for spaces. Ours: antd's weigh 21 to 65 kB
 * (decision 43).
 */
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
  const isAccordion = side && isPhone;
  const names = { id, active, onChoose: choose };
  const panelId = panelOf(id, active);
  // One list in both layouts, so that the panel keeps its input when the layout changes.
  const panel = (
    <div
      key={side ? panelId : "panel"}
      role={isAccordion ? "region" : "tabpanel"}
      id={panelId}
      aria-labelledby={nameOf(id, active)}
    >
      <Suspense key={tabKey(active.label)} fallback={<Skeleton lines={6} />}>
        {active.content}
      </Suspense>
    </div>
  );
  if (!isAccordion) {
    const tabList = <TabList key="names" label={label} tabs={tabs} {...names} />;
    return <div className={side ? "fh-tabs is-side" : "fh-tabs"}>{[tabList, panel]}</div>;
  }
  return (
    <div className="fh-accordion" role="group" aria-label={label}>
      {tabs.flatMap((tab) => {
        const heading = <AccordionHeading key={nameOf(id, tab)} tab={tab} {...names} />;
        return tab === active ? [heading, panel] : [heading];
      })}
    </div>
  );
};

const none: readonly string[] = [];

/** "Git and Environment" → "git_and_environment". */
export const tabKey = (label: string): string => label.toLowerCase().replaceAll(" ", "_");

const nameOf = (id: string, tab: Tab): string => `${id}-${tabKey(tab.label)}`;
const panelOf = (id: string, tab: Tab): string => `${nameOf(id, tab)}-panel`;

interface NamesProps {
  readonly id: string;
  readonly active: Tab;
  readonly onChoose: (tab: Tab) => void;
}

interface TabListProps extends NamesProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

const TabList = ({ id, label, tabs, active, onChoose }: TabListProps) => {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.indexOf(active);
  // On phones, where a list may be wider than the screen.
  useEffect(() => {
    const tab = list.current!.children[at] as HTMLElement;
    list.current!.scrollLeft = tab.offsetLeft - (list.current!.clientWidth - tab.offsetWidth) / 2;
  }, [at]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (at + step + tabs.length) % tabs.length;
    onChoose(tabs[index]!);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className="fh-tablist" onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.label}
          type="button"
          role="tab"
          id={nameOf(id, tab)}
          aria-selected={tab === active}
          aria-controls={panelOf(id, active)}
          tabIndex={tab === active ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          <Label tab={tab} />
        </button>
      ))}
    </div>
  );
};

/** Opens its tab, which stays open when clicked again. */
const AccordionHeading = ({ id, tab, active, onChoose }: NamesProps & { readonly tab: Tab }) => (
  <h2>
    <button
      type="button"
      id={nameOf(id, tab)}
      aria-expanded={tab === active}
      {...(tab === active && { "aria-controls": panelOf(id, tab) })}
      onClick={() => onChoose(tab)}
    >
      <Label tab={tab} />
      <Icon name="chevron-down" size={16} />
    </button>
  </h2>
);

const Label = ({ tab: { label, badge } }: { readonly tab: Tab }) => (
  <>
    {label}
    {badge !== undefined && <span className="fh-badge">{badge}</span>}
  </>
);
