import { documents } from "../../../../resources/cloud/documents.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import type { Place } from "../../framework/derive/palette.ts";
import { exists } from "../registry.ts";

/** Returns the documentation's pages; an empty list while they are unavailable. */
export const useDocPlaces = (): Place[] => {
  const { data } = useCall(documents, { enabled: exists(`${docs.name}/page`) });
  return (data?.items ?? []).map(({ name, title }) => ({
    to: pageHref(docs, { name }),
    label: title,
    group: "Docs",
    icon: "book",
    words: `${title} ${name} docs`.toLowerCase(),
  }));
};
