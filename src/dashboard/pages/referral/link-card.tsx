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

const headline = ["Hosting, storage", "and chains", "on one cloud"];
const note = "Seven days to try, free of charge.";

interface LinkCardProps {
  readonly code: string | undefined;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** The person's own invite link, to be copied or shown as a picture with its QR code. */
export const LinkCard = ({ code, error, onRetry }: LinkCardProps) => (
  <Card
    title="Your link"
    text="Whoever opens it and then signs in for the first time was invited by you. It also works for Boost."
  >
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
          Picture with QR code
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
