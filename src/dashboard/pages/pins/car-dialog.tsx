import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { uploadCar } from "../../../../resources/bucket/pin-calls.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import { data } from "../../../../resources/fields.ts";
import { storageMonthSeconds } from "../../../../resources/limits.ts";
import { CostNote } from "../../framework/cost/cost-note.tsx";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { formatBytes } from "../../lib/format/bytes.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./pins.module.css";

const carFile = z.custom<File>((value) => value instanceof File, "Choose a CAR file.");
const fields = { file: data("CAR file", carFile), name: pins.fields.name };

/** Uploads a CAR file and pins each of its roots. */
export const CarDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [sending, setSending] = useState<AbortController>();
  const [sentBytes, setSentBytes] = useState<number>();
  useEffect(() => () => sending?.abort(), [sending]);
  const isSending = sentBytes !== undefined;
  return (
    <FormDialog
      title="Upload CAR file"
      form={ownForm(fields, async ({ file, name }, send) => {
        const started = new AbortController();
        setSending(started);
        const { signal } = started;
        setSentBytes(0);
        const query = name?.trim() ? { name: name.trim() } : {};
        return send(uploadCar, { query, body: file, signal, onSent: setSentBytes, retries: 0 }).finally(() =>
          setSentBytes(undefined),
        );
      })}
      head={
        <p>
          A content archive, for example from <code>ipfs dag export</code>. Every block is verified and each root is
          pinned.
        </p>
      }
      controls={{
        file: ({ value: file, onChange }) => (
          <div className={styles.file}>
            <FileButton
              label="CAR file"
              icon="file"
              accept=".car,application/vnd.ipld.car"
              disabled={isSending}
              onFile={onChange}
            >
              {file ? "Choose another file" : "Choose file"}
            </FileButton>
            <span className={file ? undefined : "fh-muted"}>
              {file ? `${file.name} (${formatBytes(file.size)})` : "A .car file"}
            </span>
          </div>
        ),
      }}
      note={({ file }) =>
        file && (
          <div className="fh-stack">
            <CostNote
              resource="IPFS_STORAGE"
              what="Storage for 30 days"
              amount={file.size}
              seconds={Number(storageMonthSeconds)}
            />
            {isSending && <Sending sentBytes={sentBytes} file={file} />}
          </div>
        )
      }
      submit="Upload and pin"
      refreshes={[pins]}
      onSaved={({ list }) => toast(list.length === 1 ? "Pinned" : `${list.length} roots pinned`)}
      onClose={onClose}
    />
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
