import { useEffect, useState, type ComponentType } from "react";
import { subjectOf } from "../../framework/derive/titles.ts";
import { settled } from "../../lib/at-rest.ts";
import { declared } from "../registry.ts";
import { useRoute } from "./use-route.ts";

type Dock = ComponentType<{ readonly screen: string | undefined }>;

/** Places the assistant's button on every page that allows it; loaded once the page is idle. */
export const AssistantSlot = () => {
  const { handle } = useRoute();
  const [Loaded, setLoaded] = useState<Dock>();
  useEffect(() => {
    void settled()
      .then(() => import("../../flows/assistant/assistant-dock.tsx"))
      .then(({ AssistantDock }) => setLoaded(() => AssistantDock))
      .catch(() => undefined);
  }, []);
  const subject = handle && subjectOf(declared, handle);
  if (!Loaded || (subject && "assistant" in subject)) return null;
  return <Loaded screen={subject?.name} />;
};
