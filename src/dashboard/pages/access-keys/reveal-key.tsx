import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { downloadText } from "../../ui/download.ts";
import styles from "./access-keys.module.css";
import { credentialsFile } from "./snippets.ts";

interface NewKey {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Shows a new key with its secret once, to copy or download. Only the Done button closes the dialog. */
export const revealKey = (title: string, key: NewKey): Promise<void | undefined> =>
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
