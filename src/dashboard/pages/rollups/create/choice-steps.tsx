import type { RollupChoice } from "../../../../../resources/raas/rollups.ts";
import { wayOf } from "../../../flows/order-rollup/wish.ts";
import { Banner } from "../../../ui/banner.tsx";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/choice-tiles.tsx";
import { dataNames, networkNames, settlementNames, stackNames } from "../words.ts";
import styles from "./create.module.css";
import type { WishForm } from "./use-wish.ts";

interface StepProps {
  readonly form: WishForm;
}

const byApplication = "By application: people look at it first.";

const stacks: readonly ChoiceTile<RollupChoice["framework"]>[] = [
  { value: "OP", title: stackNames.OP, text: "An optimistic rollup. Runs contracts and tools of Ethereum unchanged." },
  {
    value: "CDK",
    title: stackNames.CDK,
    text: "Polygon's kit for chains, with contracts and tools of Ethereum as well.",
  },
  { value: "OTHER", title: "Another stack", text: `Say which one you want. ${byApplication}` },
];

/** With what the chain is built. */
export const StackStep = ({ form: { wish, shown, change } }: StepProps) => (
  <Question title="Which stack?" problem={shown["framework"]}>
    <ChoiceTiles
      label="Stack"
      options={stacks}
      value={wish.framework}
      onChange={(framework) => change({ framework })}
    />
    <p className="fh-muted">
      On a cloud that runs rollups by its own engine both kinds behave alike: a chain that speaks as Ethereum does. An
      operator may connect the real stacks instead.
    </p>
  </Question>
);

const layers: readonly ChoiceTile<RollupChoice["daLayer"]>[] = [
  { value: "SETTLEMENT", title: dataNames.SETTLEMENT, text: "Batches of blocks go to the chain you settle on." },
  { value: "ARWEAVE", title: dataNames.ARWEAVE, text: `Stored once and for ever. ${byApplication}` },
  { value: "GREENFIELD", title: dataNames.GREENFIELD, text: `Storage beside BNB Chain. ${byApplication}` },
  { value: "OTHER", title: "Another layer", text: byApplication },
];

/** Where what the chain's state follows from is kept. */
export const DataStep = ({ form: { wish, shown, change } }: StepProps) => (
  <Question
    title="Where is the chain's data kept?"
    text="Whoever has this data can work out the chain's state again."
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
  { value: "ETHEREUM", title: settlementNames.ETHEREUM, text: "Gas and fees are in ETH." },
  { value: "BSC", title: settlementNames.BSC, text: "Gas and fees are in BNB." },
  { value: "OTHER", title: "Another chain", text: byApplication },
];

const networks: readonly ChoiceTile<RollupChoice["network"]>[] = [
  { value: "TESTNET", title: networkNames.TESTNET, text: "Coins of no value: to build and to try out." },
  { value: "MAINNET", title: networkNames.MAINNET, text: `Coins of value. ${byApplication}` },
];

/** The chain that results are written to. */
export const SettlementStep = ({ form: { wish, shown, change } }: StepProps) => (
  <>
    <Question
      title="On which chain does it settle?"
      text="Results of your chain are written there, and its bridge stands there."
      problem={shown["settlement"]}
    >
      <ChoiceTiles
        label="Settlement layer"
        options={settlements}
        value={wish.settlement}
        onChange={(settlement) => change({ settlement })}
      />
    </Question>
    <Question title="On which network?" problem={shown["network"]}>
      <ChoiceTiles
        label="Network"
        options={networks}
        value={wish.network}
        onChange={(network) => change({ network })}
      />
    </Question>
    <WayNote way={wayOf(wish)} />
  </>
);

/** What follows from the choices. */
const WayNote = ({ way }: { readonly way: ReturnType<typeof wayOf> }) => {
  if (way === undefined) return null;
  return way === "one-click" ? (
    <Banner kind="success" icon="rocket">
      This combination starts by itself as soon as it is paid, or at once as a free trial.
    </Banner>
  ) : (
    <Banner>
      This combination is set up by people. Leave your contact in the next step; you are answered with a price, and
      nothing is charged before you agree.
    </Banner>
  );
};

interface QuestionProps {
  readonly title: string;
  readonly text?: string;
  readonly problem: string | undefined;
  readonly children: React.ReactNode;
}

/** One question of a step, and what is wrong with the answer. */
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
