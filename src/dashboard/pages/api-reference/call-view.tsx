import { useState } from "react";
import { Link, useLocation } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import styles from "./api-reference.module.css";
import { curlOf } from "./curl-of.ts";
import type { ApiCall, Components, JsonSchema, Parameter } from "./open-api.ts";
import { schemaRows, typeName } from "./schema-rows.ts";
import { TryForm } from "./try-form.tsx";

interface CallViewProps {
  readonly call: ApiCall;
  readonly components: Components;
}

/** One call, collapsed: it expands into its request, reply and a form to send it. A link to its ID expands it, too. */
export const CallView = ({ call, components }: CallViewProps) => {
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
  token: 'Needs a deploy token in the header "token". Replies with { code, bcode, message, content }.',
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
