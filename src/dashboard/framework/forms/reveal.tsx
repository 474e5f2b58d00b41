import type { ReactNode } from "react";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/panels/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Shows a new secret once, with a copy button. Closes only by its button. */
export const reveal = (title: string, secret: string, below?: ReactNode): Promise<void | undefined> =>
  dialogs.show<void>({
    title,
    closable: false,
    ...(below !== undefined && { width: 650 }),
    content: (close) => (
      <div className="fh-stack">
        <Banner kind="warning">Copy it now. It won't be shown again.</Banner>
        <div className="fh-secret-row">
          <code className="fh-secret">{secret}</code>
          <Button icon="copy" onClick={() => void copyText(secret)}>
            Copy
          </Button>
        </div>
        {below}
        <div className="fh-form-actions">
          <Button kind="primary" onClick={() => close()}>
            Done
          </Button>
        </div>
      </div>
    ),
  });
