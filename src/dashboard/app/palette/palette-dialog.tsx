import { useState } from "react";
import { useNavigate } from "react-router";
import { documents, isInGroup } from "../../../../resources/operator/documents.ts";
import { href, pageHref } from "../../../../resources/declare/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { deposit, docs } from "../../../../resources/pages.ts";
import { requestCreate } from "../../framework/create-request.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { findPlaces, type Place, placesOf } from "../../framework/derive/palette.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { useSettled } from "../../lib/async/use-settled.ts";
import { SearchDialog, type SearchGroup } from "../../ui/dialogs/search-dialog.tsx";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { declared, exists, existsHere } from "../registry.ts";
import { useSession } from "../session/use-session.ts";
import { closePalette, openShortcuts } from "./palette-state.ts";
import styles from "./palette-dialog.module.css";
import { recentPlaces, recordRecent } from "./recent-places.ts";
import { useActions } from "./use-actions.ts";
import { useObjects } from "./use-objects.ts";

const resultsMax = 10;
/** Delay after typing before requests. */
const debounceMs = 150;

/** Searches the team's records, actions, screens and docs pages by name, from the keyboard. */
const PaletteDialog = () => {
  const [question, setQuestion] = useState("");
  const { team } = useSession();
  const navigate = useNavigate();
  const { groups, searching } = useResults(question);

  const go = async (place: Place): Promise<void> => {
    closePalette();
    if (team) recordRecent(team.teamId, place);
    const to = place.file ? await pathOf(place.file) : place.to;
    if (to !== undefined) await navigate(to);
    // A user who stays with unsaved input does not get the form of another list.
    if (place.creates !== undefined && location.pathname === place.to) requestCreate(place.creates);
    place.run?.();
  };
  return (
    <SearchDialog
      label="Search"
      field="Search or run an action"
      question={question}
      onQuestion={setQuestion}
      groups={groups}
      keyOf={({ id }) => id}
      option={({ icon, label, state, group }) => (
        <>
          <span className={styles.icon}>
            <Icon name={iconNamed(icon)} size={17} />
          </span>
          <span className={styles.label}>{label}</span>
          {state && <StatusTag state={state.word} label={state.label} />}
          <small className={styles.group}>{group}</small>
        </>
      )}
      onPick={(place) => void go(place)}
      none={searching ? "Searching…" : `No results for “${question}”.`}
      onClose={closePalette}
      onKey={(event) => {
        if (event.key !== "?" || question !== "") return;
        event.preventDefault();
        openShortcuts();
      }}
      footer={
        <button type="button" onClick={openShortcuts}>
          <kbd>?</kbd> Keyboard shortcuts
        </button>
      }
    />
  );
};

export default PaletteDialog;

const pathOf = async ({ bucket, key }: NonNullable<Place["file"]>): Promise<string> => {
  const { placeHref } = await import("../../storage/buckets/paths.ts");
  return placeHref(bucket, key);
};

type Group = SearchGroup<Place>;

/** Returns the best matches; without a question, the recent places and suggestions. */
const useResults = (question: string): { readonly groups: readonly Group[]; readonly searching: boolean } => {
  const allows = useAllows();
  const { team } = useSession();
  const settled = useSettled(question.trim(), debounceMs);
  const { objects, searching } = useObjects(settled);
  // The ability does not change while the palette is open.
  const [screens] = useState(() => placesOf(declared, allows, existsHere));
  const offered = [...useActions(), ...screens, ...useDocuments()];
  if (question.trim() !== "") {
    const places = findPlaces([...objects, ...offered], question).slice(0, resultsMax);
    return {
      groups: places.length > 0 ? [{ title: "Matches", items: places }] : [],
      searching: searching || settled !== question.trim(),
    };
  }
  const recent = team ? recentPlaces(team.teamId, offered, (name) => allows("list", name)) : [];
  const suggested = offered.filter(({ id }) => recent.every((each) => each.id !== id));
  const groups = [
    { title: "Recent", items: recent, isTitled: true },
    { title: "Suggested", items: suggestionsOf(suggested).slice(0, resultsMax - recent.length), isTitled: true },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), searching: false };
};

/** Returns what users create most, then the screens. */
const suggestionsOf = (places: readonly Place[]): readonly Place[] => [
  ...createdMost.flatMap((id) => places.filter((place) => place.id === id)),
  ...places.filter(({ kind, group }) => kind === "page" && group !== "Operator"),
];
const createdMost = [href(projects, "create"), "create buckets", "create members", pageHref(deposit)];

/** Returns the documentation's pages, without the records of decisions; none while they are unavailable. */
const useDocuments = (): Place[] => {
  const { data } = useCall(documents, { enabled: exists(`${docs.name}/page`) });
  return (data?.items ?? [])
    .filter(({ folder }) => !isInGroup("decisions/", folder))
    .map(({ name, title }) => ({
      id: pageHref(docs, { name }),
      kind: "document",
      to: pageHref(docs, { name }),
      label: title,
      group: "Docs",
      icon: "book",
      words: `${name} docs`,
    }));
};
