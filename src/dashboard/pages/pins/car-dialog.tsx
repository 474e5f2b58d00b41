import { useEffect, useRef, useState } from "react";
import { pinNameMax } from "../../../../resources/bucket/pin-limits.ts";
import { uploadCar } from "../../../../resources/bucket/pin-calls.ts";
import { storageMonthSeconds } from "../../../../resources/limits.ts";
import { CostNote } from "../../framework/cost/cost-note.tsx";
import { useSend } from "../../framework/data/call-context.ts";
import { isHandledElsewhere } from "../../framework/data/handled-errors.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./pins.module.css";

interface CarDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Uploads a CAR file and pins each of its roots. */
export const CarDialog = ({ onClose, onDone }: CarDialogProps) => {
  const send = useSend();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(undefined);
  const [file, setFile] = useState<File>();
  const [name, setName] = useState("");
  const [sentBytes, setSentBytes] = useState<number>();
  const [problem, setProblem] = useState("");
  useEffect(() => () => sending.current?.abort(), []);

  const start = async () => {
    if (!file) return setProblem("Choose a CAR file.");
    sending.current = new AbortController();
    const { signal } = sending.current;
    setProblem("");
    setSentBytes(0);
    try {
      const query = name.trim() === "" ? {} : { name: name.trim() };
      const { list } = await send(uploadCar, { query, body: file, signal, onSent: setSentBytes, retries: 0 });
      toast(list.length === 1 ? "Pinned" : `${list.length} roots pinned`);
      onDone();
    } catch (error) {
      if (signal.aborted) return;
      setSentBytes(undefined);
      if (!isHandledElsewhere(error)) setProblem((error as Error).message);
    }
  };
  const isSending = sentBytes !== undefined;
  return (
    <Dialog title="Upload CAR file" width={600} onClose={onClose}>
      <Form onSubmit={() => void start()}>
        <p>
          A content archive, for example from <code>ipfs dag export</code>. Every block is verified and each root is
          pinned.
        </p>
        <div className={styles.file}>
          <input
            ref={input}
            type="file"
            className="fh-hidden"
            tabIndex={-1}
            accept=".car,application/vnd.ipld.car"
            aria-label="CAR file"
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              setProblem("");
            }}
          />
          <Button icon="file" disabled={isSending} onClick={() => input.current?.click()}>
            {file ? "Choose another file" : "Choose file"}
          </Button>
          <span className={file ? undefined : "fh-muted"}>
            {file ? `${file.name} (${formatBytes(file.size)})` : "A .car file"}
          </span>
        </div>
        <TextField
          label="Name (optional)"
          maxLength={pinNameMax}
          value={name}
          disabled={isSending}
          onChange={setName}
        />
        {file && (
          <CostNote
            resource="IPFS_STORAGE"
            what="Storage for 30 days"
            amount={file.size}
            seconds={Number(storageMonthSeconds)}
          />
        )}
        {isSending && file && <Sending sentBytes={sentBytes} file={file} />}
        {problem !== "" && (
          <p role="alert" className="is-error">
            {problem}
          </p>
        )}
        <div className="fh-form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={isSending}>
            Upload and pin
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

const Sending = ({ sentBytes, file: { size } }: { sentBytes: number; file: File }) => {
  const isSent = sentBytes >= size;
  return (
    <div className={styles.progress}>
      <ProgressBar label="CAR upload" {...(!isSent && { value: size === 0 ? 1 : sentBytes / size })} />
      <p>{isSent ? "Verifying blocks…" : `${formatBytes(sentBytes)} of ${formatBytes(size)}`}</p>
    </div>
  );
};
