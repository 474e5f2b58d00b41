import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Shows a new secret: once, with a button that copies it. It closes by its own button only. */
export const reveal = (title: string, secret: string): Promise<void | undefined> =>
  dialogs.show<void>({
    title,
    closable: false,
    content: (close) => (
      <div className="fh-stack">
        <Banner kind="warning">Copy it now. It is shown only this once.</Banner>
        <code className="fh-secret">{secret}</code>
        <div className="fh-form-actions">
          <Button icon="copy" onClick={() => void copyText(secret)}>
            Copy
          </Button>
          <Button kind="primary" onClick={() => close()}>
            I have copied it
          </Button>
        </div>
      </div>
    ),
  });
