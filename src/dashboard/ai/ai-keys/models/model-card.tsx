import { Money } from "../../../ui/panels/money.tsx";
import { Link } from "react-router";
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { ProgressBar } from "../../../ui/states/progress-bar.tsx";
import { isFree, pricePerMillion } from "../../flows/ask-model/price.ts";
import { modelPath, playgroundPath } from "../paths.ts";
import { makerOf } from "./makers.ts";
import { MakerTile } from "./maker-tile.tsx";
import { ModelState } from "./model-state.tsx";
import { canChat, contextWords, isReady, operationNames, shareOf } from "./model-words.ts";
import styles from "./models.module.css";

/** A model at a glance. The card leads to its page. */
export const ModelCard = ({ model }: { readonly model: AiModel }) => {
  const { id, name, description, provider, local, operations, isOnline } = model;
  const maker = makerOf(model);
  return (
    <article className={styles.card}>
      <header>
        <MakerTile maker={maker} />
        <div className={styles.title}>
          <h2>
            <Link to={modelPath(id)} title={name}>
              {name}
            </Link>
          </h2>
          <div>
            <p title={`${maker}, ${provider}`}>{maker === provider ? provider : `${maker}, ${provider}`}</p>
            <ModelState model={model} />
          </div>
        </div>
      </header>
      {local && !isReady(local) && local.problem === null && (
        <ProgressBar label={`Fetching ${name}`} value={shareOf(local)} />
      )}
      {(local?.problem ?? description) !== "" && (
        <p className={styles.description} data-problem={local?.problem ? true : undefined}>
          {local?.problem ?? description}
        </p>
      )}
      <ul className={styles.operations} aria-label="Capabilities">
        {operations.map((operation) => (
          <li key={operation}>{operationNames[operation]}</li>
        ))}
      </ul>
      <Facts model={model} />
      <footer>
        {canChat(model) && isOnline ? (
          <LinkButton kind="soft" size="small" icon="play" to={playgroundPath(id)}>
            Try in playground
          </LinkButton>
        ) : (
          <LinkButton size="small" to={modelPath(id)}>
            View details
          </LinkButton>
        )}
        <CopyText label="model ID" text={id} />
      </footer>
    </article>
  );
};

const Facts = ({ model }: { readonly model: AiModel }) => {
  const { local, contextTokens, operations, priceInput, priceOutput } = model;
  const writes = operations.some((operation) => operation !== "embeddings");
  return (
    <dl className={styles.facts}>
      {isFree(model) ? (
        <Fact label="Price">Free</Fact>
      ) : (
        <>
          <PriceFact label="Input" perToken={priceInput} />
          {writes && <PriceFact label="Output" perToken={priceOutput} />}
        </>
      )}
      <Fact label="Context">{contextWords(contextTokens)}</Fact>
      {local && <Fact label="Size">{formatBytes(local.bytes)}</Fact>}
      {local && <Fact label="License">{local.license ?? "Unknown"}</Fact>}
    </dl>
  );
};

const Fact = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd title={children}>{children}</dd>
  </div>
);

const PriceFact = ({ label, perToken }: { readonly label: string; readonly perToken: string }) => {
  const price = pricePerMillion(perToken);
  return (
    <div>
      <dt>{label} per 1M tokens</dt>
      <dd>{price === 0n ? "Free" : <Money land={price} />}</dd>
    </div>
  );
};
