import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { useAct } from "../data/use-act.ts";
import { reveal } from "../forms/reveal.tsx";
import { LastUsed } from "./last-used.tsx";

interface ProgramKeyCardProps {
  readonly title: string;
  readonly text: string;
  /** "API key": title of the new secret. */
  readonly name: string;
  /** "key", or "token". */
  readonly noun: string;
  /** "Replace", or "Reset". */
  readonly verb: string;
  /** Undefined while loading. */
  readonly stored: { readonly prefix: string | null; readonly usedAt?: number | undefined } | undefined;
  readonly create: CallSpec;
  /** Key of the reply to `create` with the secret. */
  readonly secret: string;
  readonly remove?: CallSpec;
  readonly onChanged: () => void;
  readonly children: ReactNode;
}

/** The user's secret for clients of one feature: its prefix and last use, and how to create, replace and delete it. */
export const ProgramKeyCard = (props: ProgramKeyCardProps) => {
  const { title, text, name, noun, verb, stored, create, secret, remove, onChanged, children } = props;
  const prefix = stored?.prefix;
  const created = useAct(create, {
    onDone: (reply) => {
      onChanged();
      void reveal(name, (reply as Readonly<Record<string, string>>)[secret]!);
    },
  });
  const removed = useAct(remove ?? create, { done: `${name} deleted`, onDone: onChanged });
  const replace = async () => {
    const question = {
      title: `${verb} ${noun === "key" ? name : noun}?`,
      text: `Clients that use the current ${noun} stop working until you update them.`,
      ok: `${verb} ${noun}`,
    };
    if (!prefix || (await dialogs.confirm({ ...question, danger: true }))) void created.act();
  };
  const askToDelete = async () => {
    const question = { title: `Delete ${name}?`, text: `Clients that use this ${noun} stop working.` };
    if (await dialogs.confirm({ ...question, ok: `Delete ${noun}`, danger: true })) void removed.act();
  };
  return (
    <Card
      title={title}
      text={text}
      actions={
        stored && (
          <>
            <Button icon="key" busy={created.acting} onClick={() => void replace()}>
              {prefix ? `${verb} ${noun}` : `Create ${noun}`}
            </Button>
            {prefix && remove && (
              <Button kind="plain" icon="trash" busy={removed.acting} onClick={() => void askToDelete()}>
                Delete
              </Button>
            )}
          </>
        )
      }
    >
      <div className="fh-stack">
        {prefix && (
          <p>
            <span className="fh-mono">{prefix}…</span> <LastUsed at={stored?.usedAt} />
          </p>
        )}
        {children}
      </div>
    </Card>
  );
};
