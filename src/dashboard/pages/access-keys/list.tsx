import { useState } from "react";
import { Link } from "react-router";
import { accessKeys } from "../../../../resources/bucket/access-keys.ts";
import type { Row } from "../../../../resources/define.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { endpointUrl } from "../../flows/storage/links.ts";
import type { ControlProps } from "../../framework/forms/form.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import styles from "./access-keys.module.css";
import { BucketsField } from "./buckets-field.tsx";
import { MasterCard } from "./master-card.tsx";
import { revealKey } from "./reveal-key.tsx";
import { scopeOf } from "./scope-of.ts";
import { type Client, type ShownKey, snippets } from "./snippets.ts";

type AccessKey = Row<typeof accessKeys>;

/** /bucket/access-keys: access keys, the owner's master key, and connection commands for S3 clients. */
export const Component = () => {
  const allows = useAllows();
  return (
    <ListPage
      resource={accessKeys}
      cells={{
        name: ({ name }) => <span title={name}>{name}</span>,
        accessKey: ({ accessKey }) => <CopyText text={accessKey} label="access key" />,
        permissions: (key) => (
          <span className={styles.wrapped} title={scopeOf(key)}>
            {scopeOf(key)}
          </span>
        ),
        expiresAt: ({ expiresAt }) => <Expiry at={expiresAt} />,
        usedAt: ({ usedAt }) => (usedAt === undefined ? "Never" : <Moment seconds={usedAt} />),
        createdAt: ({ createdAt, userName }) => (
          <span title={`By ${userName}`}>
            <Moment seconds={createdAt} />
          </span>
        ),
      }}
      form={() => ({
        submit: "Create key",
        controls: {
          buckets: ({ value, onChange }) => <BucketsField chosen={value as string[]} onChange={onChange} />,
          expiresAt: (control) => <LifetimeField {...(control as LifetimeProps)} />,
        },
        onSaved: (key) => void revealKey("Access key created", accessKeys.replies.create.parse(key)),
      })}
      frame={(table, rows) => (
        <div className="fh-stack">
          <div>{table}</div>
          {allows("edit", accessKeys.name) && <MasterCard />}
          {allows("create", accessKeys.name) && (
            <ClientsCard endpoint={endpointUrl()} accessKey={rows?.[0]?.accessKey ?? "<access key>"} />
          )}
        </div>
      )}
    />
  );
};

const Expiry = ({ at }: { readonly at: number | undefined }) => {
  if (at === undefined) return "Never";
  return isPast(at) ? <StatusTag state="expired" label="Expired" /> : <Moment seconds={at} />;
};

const isPast = (seconds: number): boolean => seconds <= nowSeconds();

type LifetimeProps = Pick<ControlProps<AccessKey, "expiresAt">, "id" | "value" | "onChange">;

const LifetimeField = ({ id, value, onChange }: LifetimeProps) => (
  <select
    id={id}
    className="fh-select"
    value={value === undefined ? "" : lifetimeOf(value)}
    onChange={({ target }) =>
      onChange(target.value === "" ? undefined : nowSeconds() + Number(target.value) * daySeconds)
    }
  >
    <option value="">Never</option>
    {lifetimes.map(({ days, label }) => (
      <option key={days} value={days}>
        {label}
      </option>
    ))}
  </select>
);

const daySeconds = 86_400;
const lifetimes = [
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "1 year" },
];

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Returns the lifetime in days that an expiry was chosen by. */
const lifetimeOf = (expiresAt: number): number =>
  lifetimes.find(({ days }) => expiresAt <= nowSeconds() + days * daySeconds)?.days ?? 365;

const options = Object.entries(snippets).map(([value, { label }]) => ({ value: value as Client, label }));

/** Connection commands for S3 clients, filled in with one of the team's keys if there is one. */
const ClientsCard = ({ endpoint, accessKey }: { readonly endpoint: string; readonly accessKey: string }) => {
  const [client, setClient] = useState<Client>("aws");
  return (
    <Card
      title="Connect a client"
      text="Works with any S3 client. Replace the placeholder with your secret key."
      actions={<Segmented label="Client" options={options} value={client} onChange={setClient} />}
    >
      <div className="fh-stack">
        <ClientCode client={client} endpoint={endpoint} of={{ accessKey }} />
        <p className="fh-muted">
          Supported operations, presigned URLs and public buckets: <Link to={pageHref(docs, { name: "s3" })}>S3</Link>.
        </p>
      </div>
    </Card>
  );
};

interface ClientCodeProps {
  readonly client: Client;
  readonly endpoint: string;
  readonly of: ShownKey;
}

const ClientCode = ({ client, endpoint, of }: ClientCodeProps) => {
  const { label, code } = snippets[client];
  return <CodeBlock label={`${label} commands`} code={code(endpoint, of)} />;
};
