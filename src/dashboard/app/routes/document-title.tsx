import { useLayoutEffect, useSyncExternalStore } from "react";
import { config } from "../../api/config.ts";
import { documentTitle, subjectOf } from "../../framework/derive/titles.ts";
import { pageTitle } from "../../framework/page-title.ts";
import { declared } from "../registry.ts";
import { useRoute } from "./use-route.ts";

/** Sets the document title (route title, group, product) and announces changes to assistive technology. */
export const DocumentTitle = () => {
  const { handle, params } = useRoute();
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const { product } = useSyncExternalStore(config.subscribe, config.get);
  const title =
    own && handle
      ? [own, subjectOf(declared, handle).group, product].filter(Boolean).join(" - ")
      : documentTitle(declared, handle, params, product);
  // Before paint, so that the tab never shows the previous screen's name.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <p className="fh-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
};
