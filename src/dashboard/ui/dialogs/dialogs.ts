import type { ReactNode } from "react";
import { createStore } from "../../lib/store.ts";
import type { DialogWidth } from "./dialog.tsx";

export interface AlertOptions {
  readonly title?: string;
  readonly text: ReactNode;
  readonly ok?: string;
}

export interface ConfirmOptions {
  readonly title?: string;
  readonly text: ReactNode;
  readonly ok?: string;
  readonly cancel?: string;
  readonly danger?: boolean;
}

export interface PromptField {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Returns an error for the trimmed value, or undefined. */
  readonly validate?: (value: string) => string | undefined;
}

export interface PromptOptions {
  readonly title: string;
  readonly text?: ReactNode;
  readonly fields: readonly [PromptField, PromptField?];
  readonly ok?: string;
  readonly danger?: boolean;
}

export interface CustomOptions<Result> {
  readonly title: string;
  readonly width?: DialogWidth;
  /** Whether Escape and the close button close it; true by default. */
  readonly closable?: boolean;
  readonly content: (close: (result?: Result) => void) => ReactNode;
}

interface Base {
  readonly id: number;
}
export type OpenDialog = Base &
  (
    | ({ readonly kind: "alert"; readonly close: () => void } & AlertOptions)
    | ({ readonly kind: "confirm"; readonly close: (isConfirmed: boolean) => void } & ConfirmOptions)
    | ({ readonly kind: "prompt"; readonly close: (values?: Record<string, string>) => void } & PromptOptions)
    | { readonly kind: "loading"; readonly text: string }
    | ({ readonly kind: "custom"; readonly close: (result?: unknown) => void } & CustomOptions<unknown>)
  );

export const openDialogs = createStore<readonly OpenDialog[]>([]);

type Dialogless<T> = T extends unknown ? Omit<T, "id" | "close"> : never;

/** The generic dialogs. Each resolves when the user has answered; several stack. */
export const dialogs = {
  /** Shows a message. Default title: 'Tip'. */
  alert: (options: AlertOptions): Promise<void> => open<void>({ kind: "alert", ...options }).then(() => undefined),
  /** Asks for confirmation. Default title: 'Confirm'. Resolves to whether the user confirmed. */
  confirm: (options: ConfirmOptions): Promise<boolean> =>
    open<boolean>({ kind: "confirm", ...options }).then((isConfirmed) => isConfirmed === true),
  /** Prompts for one or two lines of text, trimmed and validated. Undefined when cancelled. */
  prompt: (options: PromptOptions): Promise<Record<string, string> | undefined> => open({ kind: "prompt", ...options }),
  /** Opens a custom dialog. Resolves to the value passed to `close`. */
  show: <Result>(options: CustomOptions<Result>): Promise<Result | undefined> =>
    open<Result>({ kind: "custom", ...(options as CustomOptions<unknown>) }),
  /** Blocks the page during an operation; returns a function that closes it. */
  loading: (text: string): (() => void) => {
    const id = nextId();
    openDialogs.set([...openDialogs.get(), { kind: "loading", id, text }]);
    return () => remove(id);
  },
};

const open = <Result>(dialog: Dialogless<OpenDialog>): Promise<Result | undefined> =>
  new Promise((resolve) => {
    const id = nextId();
    const close = (result?: Result) => {
      remove(id);
      resolve(result);
    };
    openDialogs.set([...openDialogs.get(), { ...dialog, id, close } as OpenDialog]);
  });

let lastId = 0;
const nextId = (): number => (lastId += 1);
const remove = (id: number): void => openDialogs.set(openDialogs.get().filter((dialog) => dialog.id !== id));
