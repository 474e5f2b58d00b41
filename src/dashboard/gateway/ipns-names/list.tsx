import { Link } from "react-router";
import { createIpnsApiKey, deleteIpnsApiKey, ipnsApiKey } from "../../../../resources/gateway/ipns-calls.ts";
import { ipnsNames } from "../../../../resources/gateway/ipns-names.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { ProgramKeyCard } from "../../framework/widgets/program-key-card.tsx";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { copyText } from "../../ui/panels/copy-text.tsx";
import styles from "./ipns-names.module.css";

/** /gateway/ipns: the team's IPNS names, and the API key to publish them. */
export const Component = () => {
  const mayEdit = useAllows()("edit", ipnsNames.name);
  return (
    <ListPage
      resource={ipnsNames}
      cells={{
        value: ({ value }) => (
          <span className={`fh-mono ${styles.value}`} title={value}>
            {shownValue(value)}
          </span>
        ),
        expiresAt: ({ expiresAt, lifetime }) => (
          <span title={`Each record is valid for ${daysText(lifetime)}, and renewed halfway through.`}>
            <Moment seconds={expiresAt} />
          </span>
        ),
      }}
      form={() => ({
        initial: { lifetime: 30 },
        submit: "Create and publish",
        done: "Published",
      })}
      actionForms={{
        publish: ({ lifetime }) => ({
          overrides: { lifetime: { initial: lifetime } },
        }),
      }}
      rowActions={(row) => [
        { label: "Open", icon: "external", to: addressOf(row.key) },
        { label: "Copy link", icon: "link", onSelect: () => void copyText(addressOf(row.key)) },
        { label: "Copy /ipns/ path", icon: "copy", onSelect: () => void copyText(`/ipns/${row.key}`) },
      ]}
    >
      {mayEdit && <ApiKeyCard />}
    </ListPage>
  );
};

const daysText = (days: number): string => (days === 1 ? "a day" : `${days} days`);

/** Returns the URL of a name on this server's gateway. */
const addressOf = (key: string): string => `${location.origin}/ipns/${key}`;

/** Shortens the CID in a path. */
const shownValue = (value: string): string => {
  const [, space = "", root = "", ...path] = value.split("/");
  return ["", space, shortenHash(root), ...path].join("/");
};

/** The user's API key for creating and publishing names. */
const ApiKeyCard = () => {
  const { data, reload } = useCall(ipnsApiKey);
  return (
    <ProgramKeyCard
      title="API key"
      text="For scripts and builds that create and publish names. The key is personal and only gives access to this team's IPNS names."
      name="API key"
      noun="key"
      verb="Replace"
      stored={data && { prefix: data.key, usedAt: data.usedAt }}
      create={createIpnsApiKey}
      secret="key"
      remove={deleteIpnsApiKey}
      onChanged={reload}
    >
      <CodeBlock label="publish command" code={publishCommand(location.origin)} />
      <p className="fh-muted">
        Learn about <Link to={pageHref(docs, { name: "ipns" })}>records, lifetimes and resolving</Link>.
      </p>
    </ProgramKeyCard>
  );
};

const publishCommand = (origin: string): string =>
  `curl -X POST ${origin}/api/ipns/names/k51… \\
  -H "Authorization: Bearer $IPNS_API_KEY" -H "Content-Type: application/json" \\
  -d '{"value":"/ipfs/bafy…"}'`;
