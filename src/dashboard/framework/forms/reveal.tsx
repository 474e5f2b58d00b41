import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/panels/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Shows a new secret once, with a copy button. Closes only by its button. */
export const reveal = (title: string, secret: string): Promise<void | undefined> =>
  dialogs.show<void>({
    title,
    closable: false,
    content: (close) => (
      <div className="fh-stack">
        <Banner kind="warning">Copy it now. It won't be shown again.</Banner>
        <code className="fh-secret">{secret}</code>
        <div className="fh-form-actions">
          <Button icon="copy" onClick={() => void copyText(secret)}>
            Copy
          </Button>
          <Button kind="primary" onClick={() => close()}>
            Done
          </Button>
        </div>
      </div>
    ),
  });
