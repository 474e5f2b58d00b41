import { useEffect, useId, useRef, useState, type KeyboardEvent, useDeferredValue, useMemo } from "react";
import { useNavigate } from "react-router";
import { findPlaces, type Place, placesOf } from "../../framework/derive/palette.ts";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { closePalette } from "./palette-state.ts";
import { documents } from "../../../../resources/operator/documents.ts";
import { projectSearch } from "../../../../resources/hosting/project-calls.ts";
import { projects as projectsResource } from "../../../../resources/hosting/projects.ts";
import { href, pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { declared, exists, existsHere } from "../registry.ts";

const resultsMax = 9;

/** Searches screens, docs pages and projects by name, from the keyboard. */
const PaletteDialog = () => {
  const [question, setQuestion] = useState("");
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const { places, searching } = usePlaces(question);
  const shownPlaces = findPlaces(places, question).slice(0, resultsMax);
  const active = Math.min(at, shownPlaces.length - 1);

  useEffect(() => dialog.current?.showModal(), []);

  const go = (place: Place | undefined) => {
    if (!place) return;
    closePalette();
    void navigate(place.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return go(shownPlaces[active]);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((active + step + shownPlaces.length) % Math.max(shownPlaces.length, 1));
  };

  return (
    <dialog
      ref={dialog}
      className="fh-palette"
      aria-label="Search"
      onClose={closePalette}
      onPointerDown={(event) => event.target === event.currentTarget && closePalette()}
    >
      <label className="fh-palette-field">
        <Icon name="search" />
        <span className="fh-hidden">Search pages and projects</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={shownPlaces[active] && `${listId}-${active}`}
          placeholder="Search pages and projects"
          value={question}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setQuestion(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </label>
      <ul id={listId} role="listbox" aria-label="Results">
        {shownPlaces.map((place, index) => (
          <li
            key={place.to}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setAt(index)}
            onClick={() => go(place)}
          >
            <Icon name={iconNamed(place.icon)} size={17} />
            <span>{place.label}</span>
            {place.state && <StatusTag state={place.state.word} label={place.state.label} />}
            <small>{place.group}</small>
          </li>
        ))}
      </ul>
      {shownPlaces.length === 0 && (
        <p className="fh-palette-none">{searching ? "Searching…" : `No results for “${question}”.`}</p>
      )}
    </dialog>
  );
};

export default PaletteDialog;

interface PaletteResults {
  readonly places: readonly Place[];
  readonly searching: boolean;
}

/** Returns all places of the palette, and the projects whose name contains the query. */
const usePlaces = (question: string): PaletteResults => {
  const allows = useAllows();
  const docs = useDocPlaces();
  const keyword = useDeferredValue(question.trim());
  const enabled = keyword.length > 0 && allows("list", "projects");
  const { data, loading } = useCall(projectSearch, { query: { keyword }, enabled });
  // The ability does not change while the palette is open.
  const screens = useMemo(
    () => placesOf(declared, allows, existsHere),
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  const projects = (enabled ? (data?.items ?? []) : []).map(({ id, name, production }) => ({
    to: href(projectsResource, "show", { projName: name, id }),
    label: name,
    group: "Projects",
    icon: "projects",
    state: { word: production, label: optionLabel(projectsResource.fields.production, production) },
    words: name,
  }));
  return { places: [...screens, ...projects, ...docs], searching: loading };
};

/** Returns the documentation's pages; an empty list while they are unavailable. */
const useDocPlaces = (): Place[] => {
  const { data } = useCall(documents, { enabled: exists(`${docs.name}/page`) });
  return (data?.items ?? []).map(({ name, title }) => ({
    to: pageHref(docs, { name }),
    label: title,
    group: "Docs",
    icon: "book",
    words: `${title} ${name} docs`.toLowerCase(),
  }));
};
