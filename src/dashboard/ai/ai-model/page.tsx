import { moneyTile } from "../../ui/panels/money.tsx";
import { useParams } from "react-router";
import { sharedErrors } from "../../../../resources/declare/shared-errors.ts";
import { listAiModels, type AiModel } from "../../../../resources/ai/model-calls.ts";
import { pricePerMillion } from "../flows/ask-model/price.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { usePageTitle } from "../../framework/page-title.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { MakerTile } from "../ai-keys/models/maker-tile.tsx";
import { makerOf } from "../ai-keys/models/makers.ts";
import { ModelState } from "../ai-keys/models/model-state.tsx";
import {
  canChat,
  contextWords,
  exampleOf,
  isReady,
  operationNames,
  whileFetching,
} from "../ai-keys/models/model-words.ts";
import { playgroundPath } from "../ai-keys/paths.ts";
import { UseCard } from "../ai-keys/use-card.tsx";

/** /ai-rpc/model/{id}: a model's description, context, prices and snippets. */
export const Component = () => {
  const { id = "" } = useParams();
  const { data, error, reload } = useCall(listAiModels, { pollMs: whileFetching });
  const model = data?.find((one) => one.id === id);
  usePageTitle(model?.name ?? id);
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} isPage />;
  if (data && !model) return <ErrorState message={sharedErrors.NOT_FOUND.message} onRetry={reload} isPage />;
  return model ? <Model model={model} /> : <LoadingModel id={id} />;
};

const Model = ({ model }: { readonly model: AiModel }) => (
  <>
    <PageHeader
      title={model.name}
      text={<CopyText label="model ID" text={model.id} />}
      beside={<ModelState model={model} />}
      actions={
        canChat(model) && (
          <LinkButton kind="primary" icon="play" to={playgroundPath(model.id)}>
            Try in playground
          </LinkButton>
        )
      }
    />
    <div className="fh-stack">
      {model.local && !isReady(model.local) && (
        <Banner title="This model is not on the server yet">
          {model.local.problem ?? "It is being fetched and answers when that is done."}
        </Banner>
      )}
      <Card title="About">
        <div className="fh-stack">
          {model.description && <p>{model.description}</p>}
          <DescriptionList
            facts={[
              {
                label: "Maker",
                value: (
                  <span className="fh-row">
                    <MakerTile maker={makerOf(model)} small />
                    {makerOf(model)}
                  </span>
                ),
              },
              { label: "Provider", value: model.provider },
              { label: "Capabilities", value: model.operations.map((name) => operationNames[name]).join(", ") },
              { label: "Context", value: contextWords(model.contextTokens) },
              { label: "Modalities", value: modalitiesOf(model) },
              ...(model.local
                ? [
                    { label: "License", value: model.local.license ?? "Unknown" },
                    { label: "Size", value: formatBytes(model.local.bytes) },
                  ]
                : []),
            ]}
          />
        </div>
      </Card>
      <Tiles tiles={pricesOf(model)} />
      <UseCard example={exampleOf([model])!} />
    </div>
  </>
);

const pricesOf = ({ priceInput, priceOutput, priceCacheRead, priceCacheCreate }: AiModel) => {
  const prices = {
    Input: priceInput,
    Output: priceOutput,
    "Cache read": priceCacheRead,
    "Cache write": priceCacheCreate,
  };
  return Object.entries(prices).map(([title, perToken]) => {
    const price = pricePerMillion(perToken);
    return price === 0n ? { title, value: "Free" } : { title, ...moneyTile(price), note: "per million tokens" };
  });
};

/** Returns, for example, "Text, image in; text out". */
const modalitiesOf = ({ inputModalities, outputModalities }: AiModel): string => {
  const text = `${inputModalities.join(", ")} in; ${outputModalities.join(", ")} out`;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const LoadingModel = ({ id }: { readonly id: string }) => (
  <>
    <PageHeader title={id} />
    <Card>
      <Skeleton lines={6} />
    </Card>
  </>
);
