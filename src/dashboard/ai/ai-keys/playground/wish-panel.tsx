import type { ReactNode } from "react";
import type { AiKey } from "../../../../../resources/ai/keys.ts";
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import { isFree, perMillion } from "../../flows/ask-model/price.ts";
import { phone, useMedia } from "../../../ui/use-media.ts";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { MakerTile } from "../models/maker-tile.tsx";
import { makerOf } from "../models/makers.ts";
import styles from "./playground.module.css";
import type { Typed } from "./wish.ts";

interface WishPanelProps {
  readonly models: readonly AiModel[];
  readonly model: AiModel;
  /** The model beside it, if two are compared. */
  readonly other: AiModel | undefined;
  readonly keys: readonly AiKey[];
  readonly input: Typed;
  readonly problems: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<Typed>) => void;
}

/** Model, key, system prompt and parameters of the playground. */
export const WishPanel = ({ models, model, other, keys, input, problems, disabled, onChange }: WishPanelProps) => (
  <div className={styles.wish}>
    {models.length > 1 && (
      <Segmented
        label="Mode"
        options={modes}
        value={other ? "two" : "one"}
        disabled={disabled}
        onChange={(mode) => onChange({ other: mode === "two" ? partnerOf(model, models).id : "" })}
      />
    )}
    <MenuField
      label="Model"
      value={model.id}
      options={optionsOf(models.filter(({ id }) => id !== other?.id))}
      hint={hintOf(model)}
      disabled={disabled}
      onChange={(id) => onChange({ model: id })}
    />
    {other && (
      <MenuField
        label="Compare with"
        value={other.id}
        options={optionsOf(models.filter(({ id }) => id !== model.id))}
        hint={hintOf(other)}
        disabled={disabled}
        onChange={(id) => onChange({ other: id })}
      />
    )}
    <More>
      <MenuField
        label="Ask as"
        value={input.keyId}
        options={[
          { value: "", label: "Team (no key)" },
          ...keys.map(({ id, name }) => ({ value: id, label: `Key: ${name}` })),
        ]}
        hint={
          input.keyId === ""
            ? "Listed in the activity as Playground."
            : "The key's limits and models apply. Listed in the key's activity."
        }
        disabled={disabled}
        onChange={(keyId) => onChange({ keyId })}
      />
      <TextArea
        label="System prompt"
        placeholder="Answer in one sentence."
        hint="Instructions for the model, sent before the conversation."
        rows={3}
        value={input.system}
        disabled={disabled}
        onChange={(system) => onChange({ system })}
      />
      <div className={styles.numbers}>
        {numbers.map(({ key, label }) => (
          <TextField
            key={key}
            label={label}
            placeholder="Default"
            value={input[key]}
            error={problems[key] ?? ""}
            disabled={disabled}
            onChange={(value) => onChange({ [key]: value.trim() })}
          />
        ))}
      </div>
    </More>
  </div>
);

const modes = [
  { value: "one", label: "One model" },
  { value: "two", label: "Compare two" },
] as const;

const optionsOf = (models: readonly AiModel[]) =>
  models.map((model) => ({ value: model.id, label: model.name, image: <MakerTile maker={makerOf(model)} small /> }));

/** Returns the model to compare with: another one, that answers now if there is one. */
const partnerOf = (model: AiModel, models: readonly AiModel[]): AiModel => {
  const others = models.filter(({ id }) => id !== model.id);
  return others.find(({ isOnline }) => isOnline) ?? others[0]!;
};

const numbers = [
  { key: "temperature", label: "Temperature" },
  { key: "topP", label: "Top P" },
  { key: "maxTokens", label: "Max tokens" },
] as const;

const hintOf = (model: AiModel): string => {
  if (isFree(model)) return model.local ? "Free, on this server." : `Free, by ${model.provider}.`;
  return `${perMillion(model.priceInput)} input, ${perMillion(model.priceOutput)} output, per million tokens.`;
};

/** Collapses the advanced settings on phones, where the conversation comes first. */
const More = ({ children }: { readonly children: ReactNode }) => {
  const isPhone = useMedia(phone);
  if (!isPhone) return children;
  return (
    <details className={styles.more}>
      <summary>Key, system prompt and parameters</summary>
      <div className="fh-stack">{children}</div>
    </details>
  );
};
