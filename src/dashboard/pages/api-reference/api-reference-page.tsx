import { useDeferredValue, useId, useMemo, useState } from "react";
import type { Loaded } from "../../ui/use-loaded.ts";
import { CallView } from "./call-view.tsx";
import styles from "./api-reference.module.css";
import { groupCalls, type ApiDescription } from "./open-api.ts";

/** Every call of this cloud as its OpenAPI description tells it, with a form to make it. */
export const ApiReferencePage = ({ api }: { readonly api: Loaded<ApiDescription> }) => (
  <div className={styles.page}>
    <h1>API</h1>
    <p className={styles.lead}>
      All that the dashboard does, anyone may do by these calls. A reply is <code>{"{ code, message, data }"}</code>;
      the data is described here. The whole description is at <a href="/openapi.json">/openapi.json</a>.
    </p>
    {api.state === "loading" && <div className={styles.skeleton} role="status" aria-label="Loading the calls" />}
    {api.state === "failed" && <p role="alert">The description could not be loaded. Please reload the page.</p>}
    {api.state === "ready" && <Calls api={api.value} />}
  </div>
);

const Calls = ({ api: { calls, components } }: { readonly api: ApiDescription }) => {
  const [query, setQuery] = useState("");
  const shown = useDeferredValue(query);
  const groups = useMemo(() => groupCalls(calls, shown), [calls, shown]);
  const searchId = useId();
  return (
    <>
      <div className={styles.search}>
        <label htmlFor={searchId}>Find a call</label>
        <input
          id={searchId}
          type="search"
          placeholder="project post, /upload, token …"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {groups.length === 0 && <p className={styles.none}>No call has all of these words.</p>}
      {groups.map(([service, found]) => (
        <section key={service} className={styles.group} aria-labelledby={`service-${service}`}>
          <h2 id={`service-${service}`}>
            {service} <span>{found.length}</span>
          </h2>
          {found.map((call) => (
            <CallView key={call.id} call={call} components={components} />
          ))}
        </section>
      ))}
    </>
  );
};
