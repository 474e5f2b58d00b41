import type { RollupChoice } from "../../../../../resources/raas/rollups.ts";
import { orderMethod } from "../../../flows/order-rollup/rollup-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/choice-tiles.tsx";
import { dataNames, networkNames, settlementNames, stackNames } from "../labels.ts";
import styles from "./create.module.css";
import type { WishForm } from "./use-wish.ts";

interface StepProps {
  readonly form: WishForm;
}

const byApplication = "Requires review.";

const stacks: readonly ChoiceTile<RollupChoice["framework"]>[] = [
  { value: "OP", title: stackNames.OP, text: "An optimistic rollup. Ethereum contracts and tools work unchanged." },
  {
    value: "CDK",
    title: stackNames.CDK,
    text: "Polygon's chain development kit, compatible with Ethereum.",
  },
  { value: "OTHER", title: "Another stack", text: `Describe the stack you need. ${byApplication}` },
];

/** Selects the stack. */
export const StackStep = ({ form: { wish, shown, change } }: StepProps) => (
  <Question title="Stack" problem={shown["framework"]}>
    <ChoiceTiles
      label="Stack"
      options={stacks}
      value={wish.framework}
      onChange={(framework) => change({ framework })}
    />
    <p className="fh-muted">
      The embedded engine runs both stacks as the same Ethereum-compatible chain. Operators can connect the real stacks.
    </p>
  </Question>
);

const layers: readonly ChoiceTile<RollupChoice["daLayer"]>[] = [
  { value: "SETTLEMENT", title: dataNames.SETTLEMENT, text: "Batches are posted to the settlement chain." },
  { value: "ARWEAVE", title: dataNames.ARWEAVE, text: `Permanent storage. ${byApplication}` },
  { value: "GREENFIELD", title: dataNames.GREENFIELD, text: `BNB Chain's storage network. ${byApplication}` },
  { value: "OTHER", title: "Another layer", text: byApplication },
];

/** Selects the data availability layer. */
export const DataStep = ({ form: { wish, shown, change } }: StepProps) => (
  <Question
    title="Data availability layer"
    text="Anyone with this data can rebuild the chain's state."
    problem={shown["daLayer"]}
  >
    <ChoiceTiles
      label="Data availability"
      options={layers}
      value={wish.daLayer}
      width={240}
      onChange={(daLayer) => change({ daLayer })}
    />
  </Question>
);

const settlements: readonly ChoiceTile<RollupChoice["settlement"]>[] = [
  { value: "ETHEREUM", title: settlementNames.ETHEREUM, text: "Gas is paid in ETH." },
  { value: "BSC", title: settlementNames.BSC, text: "Gas is paid in BNB." },
  { value: "OTHER", title: "Another chain", text: byApplication },
];

const networks: readonly ChoiceTile<RollupChoice["network"]>[] = [
  { value: "TESTNET", title: networkNames.TESTNET, text: "Free test coins, for development." },
  { value: "MAINNET", title: networkNames.MAINNET, text: `Real coins. ${byApplication}` },
];

/** Selects the settlement layer and its network. */
export const SettlementStep = ({ form: { wish, shown, change } }: StepProps) => (
  <>
    <Question
      title="Settlement layer"
      text="Stores your chain's state roots and hosts the bridge contract."
      problem={shown["settlement"]}
    >
      <ChoiceTiles
        label="Settlement layer"
        options={settlements}
        value={wish.settlement}
        onChange={(settlement) => change({ settlement })}
      />
    </Question>
    <Question title="Network" problem={shown["network"]}>
      <ChoiceTiles
        label="Network"
        options={networks}
        value={wish.network}
        onChange={(network) => change({ network })}
      />
    </Question>
    <WayNote way={orderMethod(wish)} />
  </>
);

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
  readonly text?: string;
  readonly problem: string | undefined;
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
