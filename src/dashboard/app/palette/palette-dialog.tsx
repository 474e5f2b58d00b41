import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { findPlaces, type Place } from "../../framework/derive/palette.ts";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { closePalette } from "./palette-state.ts";
import { usePlaces } from "./use-places.ts";

const resultsMax = 9;

/** Searches screens, docs pages and projects by name, from the keyboard. */
const PaletteDialog = () => {
  const [question, setQuestion] = useState("");
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const { places, projects, searching } = usePlaces(question);
  const shownPlaces = [...findPlaces(places, question), ...projects].slice(0, resultsMax);
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
