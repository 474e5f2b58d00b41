import { useNavigate, useParams } from "react-router";
import type { Row } from "../../../../resources/declare/define.ts";
import {
  rollupRequests,
  type rollupAnswers,
  type RollupState,
} from "../../../../resources/operator/rollup-requests.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { FormSteps, recordForm } from "../../framework/forms/form.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";

type RollupRequest = Row<typeof rollupRequests>;
type RollupAnswer = (typeof rollupAnswers)[number];

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

interface AnswerFormProps {
  readonly request: RollupRequest;
  readonly answers: readonly RollupAnswer[];
}

/** Form for an answer with its fields. */
const AnswerForm = ({ request, answers }: AnswerFormProps) => {
  const navigate = useNavigate();
  const back = () => void navigate(rollupRequests.routes.list);
  const [first] = answers as readonly [RollupAnswer];
  return (
    <FormSteps
      form={recordForm(rollupRequests, "edit", { id: request.id })}
      initial={{ ...request, answer: first }}
      overrides={{ answer: { options: answers, labels: answerTitles, hints: answerHints } }}
      hidden={({ answer = first }) => {
        const shown = new Set<string>(answerFields[answer]);
        return rollupRequests.edit.filter((field) => field !== "answer" && !shown.has(field));
      }}
      unmarked
      submit={({ answer = first }) => answerTitles[answer]}
      danger={({ answer }) => answer === "DECLINE"}
      done="Answer sent to the team"
      onSaved={back}
      onCancel={back}
    />
  );
};

/** Returns the answers available in the current state. One-click orders need none. */
const answersFor = ({
  kind,
  state,
  expiresAt,
}: Pick<RollupRequest, "kind" | "state" | "expiresAt">): readonly RollupAnswer[] => {
  if (kind === "AT_ONCE") return [];
  const hasExpired = state === "ended" && expiresAt !== undefined && expiresAt * 1000 <= Date.now();
  return hasExpired ? ["PROLONG"] : answersByState[state];
};

const answersByState: Readonly<Record<RollupState, readonly RollupAnswer[]>> = {
  applying: ["OFFER", "DECLINE"],
  unpaid: ["OFFER", "DECLINE"],
  creating: ["HAND_OVER", "DECLINE"],
  online: ["HAND_OVER", "PROLONG"],
  ended: [],
};

const answerTitles: Readonly<Record<RollupAnswer, string>> = {
  OFFER: "Send offer",
  DECLINE: "Decline application",
  PROLONG: "Extend term",
  HAND_OVER: "Hand over rollup",
};

const answerHints: Readonly<Record<RollupAnswer, string>> = {
  OFFER: "Sets a price in LAND and a term. The team pays or withdraws.",
  DECLINE: "Closes the application and refunds payments.",
  PROLONG: "Extends the term and notifies the team.",
  HAND_OVER: "Starts the term, or updates the addresses of a running rollup.",
};

const answerFields = {
  OFFER: ["land", "days", "note"],
  DECLINE: ["note"],
  PROLONG: ["days", "note"],
  HAND_OVER: ["provider", "chainId", "rpc", "ws", "explorer", "bridge", "contract", "withdrawDays", "note"],
} as const satisfies Readonly<Record<RollupAnswer, readonly (keyof RollupRequest)[]>>;

const factsOf = ({ team, wish, contact, chainId, expiresAt, createdAt, note }: RollupRequest) => [
  { label: "Team", value: team },
  { label: "Configuration", value: wish },
  ...(contact ? [{ label: "Contact", value: <CopyText text={contact} label="contact" /> }] : []),
  ...(chainId ? [{ label: "Chain ID", value: chainId }] : []),
  { label: "Ordered", value: formatMoment(createdAt) },
  ...(expiresAt ? [{ label: "Until", value: formatMoment(expiresAt) }] : []),
  ...(note ? [{ label: "Note", value: note }] : []),
];
