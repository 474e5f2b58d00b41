import { useEffect, useState } from "react";
import { boostMessages } from "../../../../resources/boost/messages.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { downloadBlob } from "../../ui/download.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { drawShareImage, type ShareImage } from "./draw.ts";
import styles from "./share-image.module.css";

interface ShareImageDialogProps {
  readonly image: ShareImage;
  readonly onClose: () => void;
}

type Drawing =
  | { readonly name: "drawing" }
  | { readonly name: "failed" }
  | { readonly name: "drawn"; readonly file: File; readonly url: string };

/** An invitation as an image with a QR code: view, download and share where supported. */
export const ShareImageDialog = ({ image, onClose }: ShareImageDialogProps) => {
  const [attempt, setAttempt] = useState(0);
  const drawn = useDrawing(image, attempt);
  const file = drawn.name === "drawn" ? drawn.file : undefined;
  return (
    <Dialog
      title="Share invite image"
      onClose={onClose}
      footer={
        <>
          <Button icon="link" onClick={() => void copyText(image.link)}>
            Copy link
          </Button>
          {file && canShare(file) && (
            <Button icon="external" onClick={() => void share(file, image.link)}>
              Share
            </Button>
          )}
          <Button kind="primary" icon="download" disabled={!file} onClick={() => file && downloadBlob(file.name, file)}>
            Download
          </Button>
        </>
      }
    >
      <div className={styles.frame}>
        {drawn.name === "drawing" && (
          <span role="status" aria-label="Creating image">
            <Spinner />
          </span>
        )}
        {drawn.name === "failed" && (
          <ErrorState
            title={boostMessages.shareImageFailed}
            message="The background didn't load or your browser can't create images. Try again or copy the link."
            onRetry={() => setAttempt(attempt + 1)}
          />
        )}
        {drawn.name === "drawn" && (
          <img src={drawn.url} alt={`Invitation from ${image.name} with a QR code for ${image.link}`} />
        )}
      </div>
    </Dialog>
  );
};

const useDrawing = (image: ShareImage, attempt: number): Drawing => {
  const [drawn, setDrawn] = useState<Drawing>({ name: "drawing" });
  const { link, name, note } = image;
  const headline = image.headline.join("\n");
  useEffect(() => {
    let ended = false;
    let url: string | undefined;
    const settle = (next: Drawing): void => {
      if (!ended) setDrawn(next);
    };
    settle({ name: "drawing" });
    drawShareImage({ link, name, note, headline: headline.split("\n") }).then(
      (rendered) => {
        if (ended) return;
        url = URL.createObjectURL(rendered);
        settle({ name: "drawn", url, file: new File([rendered], "freehold-invitation.png", { type: "image/png" }) });
      },
      () => settle({ name: "failed" }),
    );
    return () => {
      ended = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [link, name, note, headline, attempt]);
  return drawn;
};

const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

/** Shares the file; closing the share sheet is not an error. */
const share = (file: File, url: string): Promise<void> =>
  navigator.share({ files: [file], url }).catch(() => undefined);
