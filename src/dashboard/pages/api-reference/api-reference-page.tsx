import { useDeferredValue, useId, useMemo, useState } from "react";
import type { Loaded } from "../../ui/use-loaded.ts";
import { CallView } from "./call-view.tsx";
import styles from "./api-reference.module.css";
import { groupCalls, type ApiDescription } from "./open-api.ts";

/** Every declared call, from the OpenAPI description, with a form to send it. */
export const ApiReferencePage = ({ api }: { readonly api: Loaded<ApiDescription> }) => (
  <div className={styles.page}>
    <h1>API</h1>
    <p className={styles.lead}>
      Everything in the dashboard is available by API. A reply is <code>{"{ code, message, data }"}</code>; each call
      below describes its data. The OpenAPI description is at <a href="/openapi.json">/openapi.json</a>.
    </p>
    {api.state === "loading" && <div className={styles.skeleton} role="status" aria-label="Loading the calls" />}
    {api.state === "failed" && <p role="alert">The calls could not be loaded. Reload the page.</p>}
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
      {groups.length === 0 && <p className={styles.none}>No calls match your search.</p>}
      {groups.map(([service, matching]) => (
        <section key={service} className={styles.group} aria-labelledby={`service-${service}`}>
          <h2 id={`service-${service}`}>
            {service} <span>{matching.length}</span>
          </h2>
          {matching.map((call) => (
            <CallView key={call.id} call={call} components={components} />
          ))}
        </section>
      ))}
    </>
  );
};
