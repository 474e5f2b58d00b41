import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { breadcrumbs } from "../../framework/derive/breadcrumbs.ts";
import { pageCrumbs, pageTitle } from "../../framework/page-title.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { Icon } from "../../ui/icon.tsx";
import { declared } from "../registry.ts";
import { useRoute } from "../routes/use-route.ts";

/** Section › list › record › screen; on small screens only the last one. */
export const Breadcrumbs = () => {
  const { handle, params } = useRoute();
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const steps = useSyncExternalStore(pageCrumbs.subscribe, pageCrumbs.get);
  const prefetch = usePrefetch();
  const crumbs = breadcrumbs(declared, handle, params, steps);
  return (
    <nav className="fh-crumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, to }, at) => {
          const last = at === crumbs.length - 1;
          return (
            <li key={label + at} aria-current={last ? "page" : undefined}>
              {at > 0 && <Icon name="chevron" size={13} />}
              {to && !last ? (
                <Link to={to} onPointerEnter={() => prefetch(to)}>
                  {label}
                </Link>
              ) : (
                <span>{last ? (own ?? label) : label}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
