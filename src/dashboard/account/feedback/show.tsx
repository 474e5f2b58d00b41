import { useNavigate, useParams } from "react-router";
import type { Row } from "../../../../resources/declare/define.ts";
import { href } from "../../../../resources/declare/href.ts";
import { feedbackImage } from "../../../../resources/operator/feedback-image.ts";
import { feedback } from "../../../../resources/operator/feedback.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import styles from "./feedback.module.css";

interface FeedbackImageProps {
  readonly id: string;
  /** From 0. */
  readonly position: number;
}

/** An image attached to feedback. Shown from the reply's bytes in an <img>, which runs no scripts. */
const FeedbackImage = ({ id, position }: FeedbackImageProps) => {
  const { data, error, reload } = useCall(feedbackImage, { params: { id, position } });
  if (error && !data)
    return (
      <Card>
        <ErrorState message={error.message} onRetry={reload} />
      </Card>
    );
  if (!data) return <div className={`${styles.picture} fh-skeleton`} aria-busy="true" />;
  return (
    <img className={styles.picture} src={`data:${data.type};base64,${data.base64}`} alt={`Image ${position + 1}`} />
  );
};

type Entry = Row<typeof feedback>;

const resource = feedback;
const facts = ["feedbackType", "email", "username", "ethAddress", "createdAt"] as const;

/** /operator/feedback/{id}: one feedback entry with its images. */
export const Component = () => {
  const { id } = useParams();
  const navigate = useNavigate();
  const { record, error, reload } = useRecord(feedback, id!);
  const actions = useRecordActions(resource, {
    onDeleted: () => void navigate(href(feedback, "list"), { replace: true }),
  });
  if (error && !record) return <RecordError what="Feedback" list={listOf(feedback)} error={error} onRetry={reload} />;
  return (
    <>
      <PageHeader
        title={feedback.titles.show}
        beside={record && <StatusTag state={record.state} />}
        actions={
          record &&
          actions(record).map(({ label, icon, danger, onSelect }) => (
            <Button key={label} icon={icon} kind={danger ? "danger" : "secondary"} onClick={onSelect}>
              {label}
            </Button>
          ))
        }
      />
      {record ? <FeedbackView entry={record} /> : <Skeleton lines={8} />}
    </>
  );
};

const FeedbackView = ({ entry }: { readonly entry: Entry }) => (
  <div className="fh-stack">
    <Card>
      <p className={styles.words}>{entry.description}</p>
    </Card>
    <Card>
      <DescriptionList
        facts={facts
          .filter((key) => entry[key] !== undefined)
          .map((key) => ({ label: feedback.fields[key].label, value: cell(feedback.fields[key], entry[key]) }))}
      />
    </Card>
    {entry.images > 0 && (
      <div className={styles.pictures}>
        {Array.from({ length: entry.images }, (_, position) => (
          <FeedbackImage key={position} id={entry.id} position={position} />
        ))}
      </div>
    )}
  </div>
);
