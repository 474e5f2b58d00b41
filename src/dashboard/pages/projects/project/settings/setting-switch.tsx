import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callOf } from "../../../../../../resources/endpoints.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { resourceKey } from "../../../../framework/data/record-keys.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { Switch } from "../../../../ui/text-field.tsx";
import type { Project } from "../live-card.tsx";

const editCall = callOf(projects, "edit");

interface SettingSwitchProps {
  readonly project: Project;
  readonly field: "hookSwitch" | "previews" | "rewrite" | "directoryList";
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** A switch that saves its setting immediately. */
export const SettingSwitch = ({ project, field, hint, disabled = false }: SettingSwitchProps) => {
  const client = useQueryClient();
  const [pending, setPending] = useState<boolean>();
  const { act, acting } = useAct(editCall, { done: "Saved" });
  const set = async (on: boolean) => {
    setPending(on);
    await act({ params: { id: project.id }, body: { [field]: on } as never });
    await client.invalidateQueries({ queryKey: resourceKey(projects.name) });
    setPending(undefined);
  };
  const { label, hint: defaultHint } = projects.fields[field] as { readonly label: string; readonly hint?: string };
  return (
    <Switch
      label={label}
      hint={hint ?? defaultHint}
      checked={pending ?? project[field] ?? false}
      disabled={disabled || acting}
      onChange={(on) => void set(on)}
    />
  );
};
