import type { ReactNode } from "react";
import type { ArweaveObjectView } from "../../../../resources/bucket/arweave-calls.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { DescriptionList, type Fact } from "../../ui/description-list.tsx";
import { embeddedNote, foreverNote } from "./texts.ts";

/** Details of one version on Freehold and on Arweave. */
export const VersionFacts = ({ view }: { readonly view: ArweaveObjectView }) => (
  <>
    {view.reason && <Banner kind="warning">{view.reason}</Banner>}
    <Card title="On Arweave" text={view.embedded ? `${embeddedNote} ${foreverNote}` : foreverNote}>
      <DescriptionList facts={weaveFacts(view)} />
    </Card>
    <Card title="File">
      <DescriptionList facts={fileFacts(view)} />
    </Card>
    <Card title="Tags" text="Public, like the content. Bucket and file names are not included.">
      <DescriptionList facts={view.tags.map(({ name, value }) => ({ label: name, value: breakable(value) }))} />
    </Card>
  </>
);

const weaveFacts = ({ hash, bundle, block, confirmedAt, state }: ArweaveObjectView): Fact[] => {
  const missing = <span className="fh-muted">{state === "syncing" ? "Not yet" : "–"}</span>;
  const facts: (Fact | undefined)[] = [
    { label: "Hash", value: hash ? hashOf(hash, "hash") : missing },
    bundle ? { label: "In bundle", value: hashOf(bundle, "bundle") } : undefined,
    { label: "Block", value: block ? formatWhole(block.height) : missing },
    block ? { label: "Confirmations", value: formatWhole(block.confirmations) } : undefined,
    { label: "Stored", value: confirmedAt && state === "synced" ? formatMoment(confirmedAt) : missing },
  ];
  return facts.filter((fact) => fact !== undefined);
};

const fileFacts = ({ bucket, key, sizeBytes, contentType, cid, createdAt }: ArweaveObjectView): Fact[] => [
  { label: "Bucket", value: bucket },
  { label: "Key", value: breakable(key) },
  { label: "Size", value: <span title={`${formatWhole(sizeBytes)} bytes`}>{formatBytes(sizeBytes)}</span> },
  { label: "Type", value: contentType },
  { label: "CID", value: hashOf(cid, "CID") },
  { label: "Queued", value: formatMoment(createdAt) },
];

const hashOf = (text: string, label: string): ReactNode => (
  <CopyText text={text} shown={shortenHash(text)} label={label} />
);

/** Breaks long values anywhere, so that they fit the card. */
const breakable = (text: string): ReactNode => (
  <bdi className="fh-mono" style={{ overflowWrap: "anywhere" }}>
    {text}
  </bdi>
);
