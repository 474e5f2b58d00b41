import { useDeferredValue, useId, useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { documents } from "../../../../resources/operator/documents.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLoaded, type Loaded } from "../../ui/cached/use-loaded.ts";
import { DocsSidebar } from "../docs/docs-sidebar.tsx";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import styles from "./api-reference.module.css";
import {
  readOpenApi,
  groupCalls,
  type ApiDescription,
  type ApiCall,
  type Components,
  type JsonSchema,
  type Parameter,
} from "./open-api.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { curlOf } from "./curl-of.ts";
import { schemaRows, typeName } from "./schema-rows.ts";
import { TryForm } from "./try-form.tsx";

export const Component = () => (
  <PublicFrame signedIn={useSignedIn()}>
    <div className={styles.layout}>
      <DocsSidebar list={useCall(documents).data?.items} current="api" />
      <ApiReferencePage api={useLoaded("/openapi.json", loadApi)} />
    </div>
  </PublicFrame>
);

const loadApi = async (url: string, signal: AbortSignal) => readOpenApi(await (await fetch(url, { signal })).json());

/** Every declared call, from the OpenAPI description, with a form to send it. */
const ApiReferencePage = ({ api }: { readonly api: Loaded<ApiDescription> }) => (
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

interface CallViewProps {
  readonly call: ApiCall;
  readonly components: Components;
}

/** One call, collapsed: it expands into its request, reply and a form to send it. A link to its ID expands it, too. */
const CallView = ({ call, components }: CallViewProps) => {
  const { hash } = useLocation();
  const [open, setOpen] = useState(hash === `#${call.id}`);
  return (
    <details id={call.id} className={styles.call} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.method} data-method={call.method}>
          {call.method}
        </span>
        <span className={styles.path}>{call.path}</span>
        <span className={styles.summary}>{call.summary}</span>
      </summary>
      {open && <CallDetails call={call} components={components} />}
    </details>
  );
};

const CallDetails = ({ call, components }: CallViewProps) => (
  <div className={styles.details}>
    <div className={styles.schemas}>
      <p>{credentialNotes[call.credential]}</p>
      {call.needsSignature && (
        <p>
          Needs a <Link to={`${pageHref(docs, { name: "security" })}#fresh-signatures`}>fresh signature</Link> when the
          sign-in is older than five minutes.
        </p>
      )}
      {call.parameters.length > 0 && <Parameters parameters={call.parameters} components={components} />}
      {call.body === "bytes" && <Titled title="Body">Raw bytes, application/octet-stream.</Titled>}
      {call.body && call.body !== "bytes" && (
        <SchemaView title={call.isForm ? "Form" : "Body"} schema={call.body} components={components} />
      )}
      <SchemaView title="Reply" schema={call.reply} components={components} />
    </div>
    {call.credential === "token" ? <CurlExample call={call} /> : <TryForm call={call} components={components} />}
  </div>
);

const credentialNotes: Record<ApiCall["credential"], string> = {
  none: "No token needed.",
  authorization: "Needs a token: Authorization: Bearer <token>.",
  token: 'Needs an auth token in the header "token". Replies with { code, bcode, message, content }.',
};

const Titled = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <>
    <h3>{title}</h3>
    <p>{children}</p>
  </>
);

const Parameters = ({ parameters, components }: { parameters: readonly Parameter[]; components: Components }) => (
  <>
    <h3>Parameters</h3>
    <ul className={styles.rows}>
      {parameters.map(({ name, in: place, required, schema }) => (
        <li key={name}>
          <code>{name}</code>
          <span>
            {typeName(schema, components)}, in the {place}
            {required ? "" : ", optional"}
            {schema.default !== undefined && `, default ${JSON.stringify(schema.default)}`}
          </span>
        </li>
      ))}
    </ul>
  </>
);

/** A call of the open API as a curl command; a browser session can't make it. */
const CurlExample = ({ call }: { readonly call: ApiCall }) => (
  <div className="fh-stack">
    <h3>From a script</h3>
    <CodeBlock label={`curl for ${call.method} ${call.path}`} code={curlOf(call, window.location.origin)} />
  </div>
);

interface SchemaViewProps {
  readonly title: string;
  readonly schema: JsonSchema;
  readonly components: Components;
}

/** A schema as a list of names, types and limits. */
const SchemaView = ({ title, schema, components }: SchemaViewProps) => {
  const rows = schemaRows(schema, components);
  return (
    <>
      <h3>
        {title} <span>{typeName(schema, components)}</span>
      </h3>
      <ul className={styles.rows}>
        {rows.map(({ name, depth, type, isRequired, notes }, index) => (
          <li key={index} style={{ paddingInlineStart: `${depth * 1.2}em` }}>
            <code>{name}</code>
            <span>{[type, isRequired ? "" : "optional", ...notes].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
