import { useParams } from "react-router";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { answersFor, type RollupRequest } from "./answers.ts";

/** /operator/rollups/{id}/edit: a team's request and the form to answer it. */
export const Component = () => {
  const { id = "" } = useParams();
  const { record, error, reload } = useRecord(rollupRequests, id);
  if (error && !record)
    return <RecordError what="Request" list={listOf(rollupRequests)} error={error} onRetry={reload} />;
  if (!record) {
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  }
  const answers = answersFor(record);
  return (
    <>
      <PageHeader
        title={record.name}
        beside={<StatusTag state={record.state} label={rollupRequests.fields.state.labels![record.state]!} />}
      />
      <div className="fh-stack">
        <Card>
          <DescriptionList facts={factsOf(record)} />
        </Card>
        {answers.length > 0 ? (
          <Card className="fh-form-card">
            <AnswerForm key={`${record.id} ${record.state}`} request={record} answers={answers} />
          </Card>
        ) : (
          <Banner title="No answer needed">
            {record.kind === "AT_ONCE"
              ? "A one-click order. It is created, renewed and terminated automatically."
              : "This rollup has ended."}
          </Banner>
        )}
      </div>
    </>
  );
};

const factsOf = ({ team, wish, contact, chainId, expiresAt, createdAt, note }: RollupRequest) => [
  { label: "Team", value: team },
  { label: "Configuration", value: wish },
  ...(contact ? [{ label: "Contact", value: <CopyText text={contact} label="contact" /> }] : []),
  ...(chainId ? [{ label: "Chain ID", value: chainId }] : []),
  { label: "Ordered", value: formatMoment(createdAt) },
  ...(expiresAt ? [{ label: "Until", value: formatMoment(expiresAt) }] : []),
  ...(note ? [{ label: "Note", value: note }] : []),
];
