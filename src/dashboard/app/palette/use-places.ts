import { useDeferredValue, useMemo } from "react";
import { projectSearch } from "../../../../resources/hosting/project-calls.ts";
import { projects as projectsResource } from "../../../../resources/hosting/projects.ts";
import { href } from "../../../../resources/href.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { placesOf, type Place } from "../../framework/derive/palette.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { declared, existsHere } from "../registry.ts";
import { useDocPlaces } from "./use-doc-places.ts";

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
