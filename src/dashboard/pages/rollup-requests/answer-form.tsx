import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { callOf } from "../../../../resources/endpoints.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceTiles } from "../../ui/choice-tiles.tsx";
import { Form } from "../../ui/form.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import {
  answerFields,
  answerLabels,
  bodyOf,
  type AnswerField,
  type RollupAnswer,
  type RollupRequest,
  type Typed,
} from "./answers.ts";

interface AnswerFormProps {
  readonly request: RollupRequest;
  readonly answers: readonly RollupAnswer[];
}

const editCall = callOf(rollupRequests, "edit");

/** Form for an answer with its fields. Server errors show beside their fields. */
export const AnswerForm = ({ request, answers }: AnswerFormProps) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [answer, setAnswer] = useState<RollupAnswer>(answers[0]!);
  const [input, setInput] = useState<Typed>(() => initialInput(request));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { act, acting } = useAct(editCall, {
    done: "Answer sent to the team",
    onDone: () => {
      void client.invalidateQueries({ queryKey: resourceKey(rollupRequests.name) });
      void navigate(rollupRequests.routes.list);
    },
    onError: (error) => {
      const messages = fieldMessages(error);
      setProblems(messages);
      return Object.keys(messages).some((field) => answerFields[answer].some((one) => one === field));
    },
  });
  const change = (field: AnswerField) => (value: string) => {
    setInput({ ...input, [field]: value });
    setProblems({});
  };
  return (
    <Form onSubmit={() => void act({ params: { id: request.id }, body: bodyOf(answer, input) as never })}>
      <ChoiceTiles
        label="Answer"
        options={answers.map((value) => ({ value, ...answerLabels[value] }))}
        value={answer}
        onChange={(value) => {
          setAnswer(value);
          setProblems({});
        }}
      />
      {answerFields[answer].map((field) => (
        <AnswerControl
          key={field}
          field={field}
          value={input[field] ?? ""}
          error={problems[field]}
          onChange={change(field)}
        />
      ))}
      <div className="fh-form-actions">
        <Button onClick={() => void navigate(rollupRequests.routes.list)}>Cancel</Button>
        <Button type="submit" kind={answer === "DECLINE" ? "danger" : "primary"} busy={acting}>
          {answerLabels[answer].title}
        </Button>
      </div>
    </Form>
  );
};

interface AnswerControlProps {
  readonly field: AnswerField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const AnswerControl = ({ field, value, error, onChange }: AnswerControlProps) => {
  const { label, as, hint } = rollupRequests.fields[field];
  const shown = { label, value, onChange, ...(hint && { hint }), ...(error && { error }) };
  if (as === "textarea") return <TextArea {...shown} />;
  const isNumber = as === "count" || field === "land" || field === "chainId";
  return <TextField {...shown} code={field === "contract"} {...(isNumber && { inputMode: "numeric" as const })} />;
};

/** Returns the values of an earlier offer or handover. */
const initialInput = (request: RollupRequest): Typed =>
  Object.fromEntries(
    Object.values(answerFields)
      .flat()
      .flatMap((field) => (request[field] === undefined ? [] : [[field, String(request[field])]])),
  );
