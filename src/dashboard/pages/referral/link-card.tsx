import { lazy, Suspense, useState } from "react";
import { useUser } from "../../flows/account/use-user.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { copyText, CopyText } from "../../ui/copy-text.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./referral.module.css";

const ShareImageDialog = lazy(() =>
  import("../../flows/share-image/share-image-dialog.tsx").then((module) => ({ default: module.ShareImageDialog })),
);

const headline = ["Hosting, storage", "and chains", "in one place"];
const note = "Try it free for seven days.";

interface LinkCardProps {
  readonly code: string | undefined;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** The user's invite link: copy it or show it as an image with a QR code. */
export const LinkCard = ({ code, error, onRetry }: LinkCardProps) => (
  <Card title="Your link" text="New users who sign up with this link count as your invites. Also works for Boost.">
    {code !== undefined && <OwnLink link={linkOf(code)} />}
    {code === undefined && (error ? <ErrorState message={error.message} onRetry={onRetry} /> : <Skeleton lines={2} />)}
  </Card>
);

const linkOf = (code: string): string => `${location.origin}/?inviteCode=${encodeURIComponent(code)}`;

const OwnLink = ({ link }: { readonly link: string }) => {
  const [showsImage, setShowsImage] = useState(false);
  const user = useUser();
  return (
    <div className={styles.link}>
      <CopyText text={link} label="invite link" />
      <div className="fh-row">
        <Button kind="primary" icon="copy" onClick={() => void copyText(link)}>
          Copy link
        </Button>
        <Button icon="phone" onClick={() => setShowsImage(true)}>
          Show QR image
        </Button>
      </div>
      {showsImage && (
        <Suspense>
          <ShareImageDialog
            image={{ link, name: shortenName(user?.username ?? "a friend"), headline, note }}
            onClose={() => setShowsImage(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
