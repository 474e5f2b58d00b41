import { useState } from "react";
import { Link } from "react-router";
import { accessKeys } from "../../../../resources/storage/access-keys.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { endpointUrl } from "../flows/storage/links.ts";
import type { ControlProps } from "../../framework/forms/form.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import styles from "./access-keys.module.css";
import { scopeOf } from "./scope-of.ts";
import { type Client, type ShownKey, snippets, credentialsFile } from "./snippets.ts";
import { buckets } from "../../../../resources/storage/buckets.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { resetMasterKey, showMasterKey } from "../../../../resources/storage/access-key-calls.ts";
import { withFreshSignature } from "../../account/flows/session/with-fresh-signature.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { LastUsed } from "../../framework/widgets/last-used.tsx";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { downloadText } from "../../ui/download.ts";

type AccessKey = Row<typeof accessKeys>;

/** /bucket/access-keys: access keys, the owner's master key, and connection commands for S3 clients. */
export const Component = () => {
  const allows = useAllows();
  return (
    <ListPage
      resource={accessKeys}
      cells={{
        permissions: (key) => (
          <span className={styles.wrapped} title={scopeOf(key)}>
            {scopeOf(key)}
          </span>
        ),
        expiresAt: ({ expiresAt }) => <Expiry at={expiresAt} />,
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

interface BucketsFieldProps {
  /** Empty means all buckets. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

const ways = [
  { value: "all", label: "All buckets" },
  { value: "some", label: "Selected buckets" },
] as const;

/** All buckets, including future ones, or selected ones. */
const BucketsField = ({ chosen, onChange }: BucketsFieldProps) => {
  const [isOpen, setOpen] = useState(false);
  const { rows = [] } = useRecords(buckets);
  const way = isOpen || chosen.length > 0 ? "some" : "all";
  return (
    <div className={styles.choices}>
      <Segmented
        label="Buckets"
        options={ways}
        value={way}
        onChange={(next) => {
          setOpen(next === "some");
          if (next === "all") onChange([]);
        }}
      />
      {way === "some" && (
        <div className={styles.buckets}>
          {[...new Set([...rows.map(({ name }) => name), ...chosen])].map((name) => (
            <Checkbox
              key={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={(checked) => onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
            />
          ))}
          {rows.length === 0 && <p className="fh-muted">No buckets yet.</p>}
        </div>
      )}
    </div>
  );
};

/** The owner's master key. It can be reset but not deleted. */
const MasterCard = () => {
  const { data, reload } = useCall(showMasterKey);
  const { act, acting } = useAct(resetMasterKey, {
    by: withFreshSignature,
    onDone: (key) => {
      reload();
      void revealKey("Master key", key);
    },
  });
  const account = data?.account;
  const askToReset = async () => {
    if (!account) return void act();
    const input = await dialogs.prompt({
      title: "Reset master key?",
      text: "Clients that use the current master key lose access until you update them.",
      ok: "Reset key",
      danger: true,
      fields: [
        {
          name: "typed",
          label: "Type reset to confirm",
          validate: (value) => (value === "reset" ? undefined : "Type reset."),
        },
      ],
    });
    if (input) void act();
  };
  return (
    <Card
      title="Master key"
      text="Full access to all buckets, without expiry. Use access keys with fewer permissions where possible."
      actions={
        data && (
          <Button icon="key" busy={acting} onClick={() => void askToReset()}>
            {account ? "Reset master key" : "Create master key"}
          </Button>
        )
      }
    >
      {account && (
        <p>
          <CopyText text={account.accessKey} label="master key's access key" /> <LastUsed at={account.usedAt} />
        </p>
      )}
    </Card>
  );
};

interface NewKey {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Shows a new key with its secret once, to copy or download. Only the Done button closes the dialog. */
const revealKey = (title: string, key: NewKey): Promise<void | undefined> =>
  dialogs.show<void>({
    title,
    width: 600,
    closable: false,
    content: (close) => (
      <div className="fh-stack">
        <Banner kind="warning">Copy the secret now. It won't be shown again.</Banner>
        <dl className={styles.secret}>
          <dt>Access key</dt>
          <dd>
            <CopyText text={key.accessKey} label="access key" />
          </dd>
          <dt>Secret key</dt>
          <dd>
            <CopyText text={key.secretKey} label="secret key" />
          </dd>
        </dl>
        <div className="fh-form-actions">
          <Button icon="download" onClick={() => downloadText("freehold-credentials.ini", [credentialsFile(key)])}>
            Download
          </Button>
          <Button kind="primary" onClick={() => close()}>
            Done
          </Button>
        </div>
      </div>
    ),
  });
