import { useWorks } from "../../flows/storage/use-works.ts";
import { dismissWork, retryWork, stopWork, type Work } from "../../flows/storage/works.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { ProgressBar } from "../../../ui/states/progress-bar.tsx";
import { nameOf } from "../paths.ts";
import styles from "./work-list.module.css";

/** Running and failed moves and deletions of this bucket. */
export const WorkList = ({ bucket }: { readonly bucket: string }) => (
  <div className={styles.list} role="status">
    {useWorks(bucket).map((work) => (
      <WorkView key={work.id} work={work} />
    ))}
  </div>
);

const WorkView = ({ work }: { readonly work: Work }) => {
  const { id, title, done, total, state, onServer } = work;
  if (state === "running")
    return (
      <div className={styles.work}>
        <span>
          <strong>{title}</strong>
          <span className="fh-muted">
            {total === undefined ? `${countOf(done, "file")} done` : `${formatWhole(done)} of ${formatWhole(total)}`}
            {onServer && ", continues if you leave"}
          </span>
        </span>
        <ProgressBar label={title} {...(total !== undefined && total > 0 && { value: Math.min(1, done / total) })} />
        <span className={styles.actions}>
          {onServer && (
            <Button size="small" onClick={() => dismissWork(id)}>
              Hide
            </Button>
          )}
          <Button size="small" onClick={() => void stopWork(id)}>
            Stop
          </Button>
        </span>
      </div>
    );
  return (
    <Banner
      kind="warning"
      title={state === "failed" ? `${title} stopped` : `${title}: ${countOf(work.refused.length, "file")} failed`}
      action={
        <Button size="small" icon="refresh" onClick={() => retryWork(id)}>
          Retry
        </Button>
      }
      onClose={() => dismissWork(id)}
    >
      {state === "failed"
        ? `${work.problem} ${countOf(done, "file is", "files are")} done. No data was lost.`
        : refusedMessage(work)}
    </Banner>
  );
};

const shown = 3;

const refusedMessage = ({ refused }: Work): string => {
  const names = refused.slice(0, shown).map(({ key, message }) => `${nameOf(key)}: ${message}`);
  return [...names, ...(refused.length > shown ? [`and ${formatWhole(refused.length - shown)} more.`] : [])].join(" ");
};
