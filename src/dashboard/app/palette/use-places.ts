import { useDeferredValue, useMemo } from "react";
import { documents } from "../../../../resources/cloud/documents.ts";
import { projectSearch } from "../../../../resources/hosting/project-calls.ts";
import { projects as projectsResource } from "../../../../resources/hosting/projects.ts";
import { href, pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { type Place, placesOf } from "../../framework/derive/palette.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { declared, exists, existsHere } from "../registry.ts";

interface PaletteResults {
  readonly places: readonly Place[];
  /** Projects whose name contains the query. */
  readonly projects: readonly Place[];
  readonly searching: boolean;
}

/** Returns all places of the palette; projects are searched by name. */
export const usePlaces = (question: string): PaletteResults => {
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
  return {
    places: [...screens, ...docs],
    projects: (enabled ? (data?.items ?? []) : []).map(({ id, name, production }) => ({
      to: href(projectsResource, "show", { projName: name, id }),
      label: name,
      group: "Projects",
      icon: "projects",
      state: { word: production, label: optionLabel(projectsResource.fields.production, production) },
      words: name,
    })),
    searching: loading,
  };
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
