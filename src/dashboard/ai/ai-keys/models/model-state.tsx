import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { isReady, shareOf } from "./model-words.ts";

/** Whether a model answers; while it is fetched, how far its file has come. */
export const ModelState = ({ model: { local, isOnline } }: { readonly model: AiModel }) => {
  if (local && !isReady(local)) {
    return local.problem === null ? (
      <StatusTag state="fetching" label={`Fetching, ${Math.floor(shareOf(local) * 100)}%`} />
    ) : (
      <StatusTag state="failed" label="Not fetched" />
    );
  }
  if (!isOnline) return <StatusTag state="warning" label="Not responding" />;
  return <StatusTag state="online" label={local ? "Ready" : "Online"} />;
};
