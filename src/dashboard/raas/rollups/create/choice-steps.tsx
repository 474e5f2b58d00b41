import type { RollupChoice } from "../../../../../resources/raas/rollups.ts";
import { orderMethod, type Step } from "../../flows/order-rollup/rollup-form.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/fields/choice-tiles.tsx";
import { dataNames, networkNames, settlementNames, stackNames } from "../labels.ts";
import styles from "./create.module.css";
import type { WishForm } from "./use-wish.ts";

interface ChoiceStepProps {
  readonly step: Exclude<Step, "details" | "summary">;
  readonly form: WishForm;
}

/** Selects the stack, the data availability layer, or the settlement layer and its network. */
export const ChoiceStep = ({ step, form: { wish, shown, change } }: ChoiceStepProps) => (
  <>
    {choices[step].map(({ field, label, title = label, text, note, width, options }) => (
      <Question key={field} title={title} text={text} problem={shown[field]}>
        <ChoiceTiles
          label={label}
          options={options}
          value={wish[field]}
          {...(width && { width })}
          onChange={(value) => change({ [field]: value })}
        />
        {note && <p className="fh-muted">{note}</p>}
      </Question>
    ))}
    {step === "settlement" && <WayNote way={orderMethod(wish)} />}
  </>
);

interface Choice<Field extends keyof RollupChoice> {
  readonly field: Field;
  readonly label: string;
  readonly title?: string;
  readonly text?: string;
  readonly note?: string;
  readonly width?: number;
  readonly options: readonly ChoiceTile<RollupChoice[Field]>[];
}

const byApplication = "Requires review.";

const framework: Choice<"framework"> = {
  field: "framework",
  label: "Stack",
  note: "The embedded engine runs both stacks as the same Ethereum-compatible chain. Operators can connect the real stacks.",
  options: [
    {
      value: "OP",
      logo: "optimism",
      title: stackNames.OP,
      text: "An optimistic rollup. Ethereum contracts and tools work unchanged.",
    },
    {
      value: "CDK",
      logo: "polygon",
      title: stackNames.CDK,
      text: "Polygon's chain development kit, compatible with Ethereum.",
    },
    { value: "OTHER", icon: "more", title: "Another stack", text: `Describe the stack you need. ${byApplication}` },
  ],
};
const daLayer: Choice<"daLayer"> = {
  field: "daLayer",
  label: "Data availability",
  title: "Data availability layer",
  text: "Anyone with this data can rebuild the chain's state.",
  width: 240,
  options: [
    {
      value: "SETTLEMENT",
      icon: "chain",
      title: dataNames.SETTLEMENT,
      text: "Batches are posted to the settlement chain.",
    },
    { value: "ARWEAVE", icon: "archive", title: dataNames.ARWEAVE, text: `Permanent storage. ${byApplication}` },
    {
      value: "GREENFIELD",
      logo: "bsc",
      title: dataNames.GREENFIELD,
      text: `BNB Chain's storage network. ${byApplication}`,
    },
    { value: "OTHER", icon: "more", title: "Another layer", text: byApplication },
  ],
};
const settlement: Choice<"settlement"> = {
  field: "settlement",
  label: "Settlement layer",
  text: "Stores your chain's state roots and hosts the bridge contract.",
  options: [
    { value: "ETHEREUM", logo: "ethereum", title: settlementNames.ETHEREUM, text: "Gas is paid in ETH." },
    { value: "BSC", logo: "bsc", title: settlementNames.BSC, text: "Gas is paid in BNB." },
    { value: "OTHER", icon: "more", title: "Another chain", text: byApplication },
  ],
};
const network: Choice<"network"> = {
  field: "network",
  label: "Network",
  options: [
    { value: "TESTNET", title: networkNames.TESTNET, text: "Free test coins, for development." },
    { value: "MAINNET", title: networkNames.MAINNET, text: `Real coins. ${byApplication}` },
  ],
};

/** The questions of each step. */
const choices: Readonly<Record<ChoiceStepProps["step"], readonly Choice<keyof RollupChoice>[]>> = {
  stack: [framework],
  data: [daLayer],
  settlement: [settlement, network],
};

/** Shows whether the selected combination is created automatically or requires review. */
const WayNote = ({ way }: { readonly way: ReturnType<typeof orderMethod> }) => {
  if (way === undefined) return null;
  return way === "one-click" ? (
    <Banner kind="success" icon="rocket">
      This combination is created automatically after payment, or immediately as a free trial.
    </Banner>
  ) : (
    <Banner>
      This combination requires review. Enter your contact in the next step to receive an offer. Nothing is charged
      before you accept it.
    </Banner>
  );
};

interface QuestionProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly problem?: string | undefined;
  readonly children: React.ReactNode;
}

/** One question of a step, with its error. */
export const Question = ({ title, text, problem, children }: QuestionProps) => (
  <section className={styles.question}>
    <header>
      <h2>{title}</h2>
      {text && <p className="fh-muted">{text}</p>}
    </header>
    {children}
    {problem && (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )}
  </section>
);
