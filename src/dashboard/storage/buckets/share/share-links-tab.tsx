import { useState } from "react";
import { Link } from "react-router";
import { buckets } from "../../../../../resources/storage/buckets.ts";
import { shareLinks, type ShareLink } from "../../../../../resources/storage/share-links.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { shareLinkUrl } from "../../flows/storage/links.ts";
import { formatDay, formatMoment } from "../../../lib/format/date.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { nameOf, placeHref } from "../paths.ts";
import { QrCode } from "../../../ui/panels/qr-code.tsx";

/** The share links of a bucket's files. */
export const ShareLinksTab = ({ bucket }: { readonly bucket: string }) => {
  const [shown, setShown] = useState<ShareLink>();
  return (
    <div className="fh-stack">
      <p className="fh-muted">
        Anyone with a link can read its file until the link expires, is revoked, or its creator leaves the team. To
        create one, open a file and select Share.
      </p>
      <RecordList
        {...relatedTo(buckets, { name: bucket }, shareLinks)}
        cells={cells}
        rowActions={(link) => [{ label: "Show QR code", icon: "eye", onSelect: () => setShown(link) }]}
        isLocal
      />
      {shown && (
        <Dialog title={nameOf(shown.key)} width={500} onClose={() => setShown(undefined)}>
          <QrCode text={shareLinkUrl(shown.path)} name={nameOf(shown.key)} />
        </Dialog>
      )}
    </div>
  );
};

const cells: Cells<typeof shareLinks> = {
  key: ({ bucket, key }) => (
    <Link to={placeHref(bucket, key)} title={key}>
      <bdi>{key}</bdi>
    </Link>
  ),
  path: ({ path }) => <CopyText text={shareLinkUrl(path)} shown={path} label="link" />,
  expiresAt: ({ expiresAt }) => <span title={formatMoment(expiresAt)}>{formatDay(expiresAt)}</span>,
};
