import type { ComponentProps } from "react";
import { imageBytesMax } from "../../../../../resources/limits.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import {
  rollupNameMax,
  rollupChainIdDigitsMax,
  rollupFooterLinkMax,
  rollupImageBytesMax,
} from "../../../../../resources/raas/limits.ts";
import { rollupChainIdStatus } from "../../../../../resources/raas/rollup-calls.ts";
import { orderMethod, problemsOf, randomChainId, type InputField } from "../../flows/order-rollup/rollup-form.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { smallUrl, squareUrl } from "../../../lib/scale-image.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/fields/file-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useSettled } from "../../../lib/async/use-settled.ts";
import { Question } from "./choice-steps.tsx";
import styles from "./create.module.css";
import { PlanTiles } from "./plan-tiles.tsx";
import { type WishForm, chainIdTaken } from "./use-wish.ts";

interface DetailsStepProps {
  readonly form: WishForm;
  /** The account has used its free trial. Undefined while loading. */
  readonly trialUsed: boolean | undefined;
}

/** Details and plan of a one-click chain, or the contact of an application. */
export const DetailsStep = ({ form, trialUsed }: DetailsStepProps) => {
  if (orderMethod(form.wish) === "application") return <ContactFields form={form} />;
  return (
    <>
      <ChainFields form={form} />
      <Question title="Plan" problem={form.shown["purchasePlan"]}>
        <PlanTiles
          value={form.wish.purchasePlan}
          trialUsed={trialUsed}
          onChange={(purchasePlan) => form.change({ purchasePlan })}
        />
      </Question>
    </>
  );
};

interface WishFieldProps extends Omit<ComponentProps<typeof TextField>, "value" | "error" | "onChange"> {
  readonly form: WishForm;
  readonly name: InputField;
}

/** A text field of the order. */
const WishField = ({ form: { wish, shown, change }, name, ...props }: WishFieldProps) => (
  <TextField
    {...props}
    value={wish[name] ?? ""}
    error={shown[name] ?? ""}
    onChange={(value) => change({ [name]: value })}
  />
);

/** Contact details for an application. */
const ContactFields = ({ form }: { readonly form: WishForm }) => (
  <Question title="Contact" text="The operator replies here. Email and Telegram are required.">
    <div className={styles.fields}>
      <WishField form={form} name="name" label="Chain name" maxLength={rollupNameMax} />
      <WishField form={form} name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
      <WishField form={form} name="telegram" label="Telegram" placeholder="@name" />
      <WishField form={form} name="xId" label="X account (optional)" placeholder="@name" />
      <WishField
        form={form}
        name="schedulingLink"
        label="Meeting link (optional)"
        placeholder="https://"
        inputMode="url"
      />
    </div>
  </Question>
);

/** Name, chain ID and appearance of a one-click chain. */
const ChainFields = ({ form }: { readonly form: WishForm }) => {
  const { wish, shown, change } = form;
  return (
    <>
      <Question title="Your chain">
        <div className={styles.fields}>
          <WishField
            form={form}
            name="name"
            label="Name"
            maxLength={rollupNameMax}
            hint="Shown in wallets and the explorer."
          />
          <ChainIdField
            value={wish.chainId ?? ""}
            error={shown["chainId"] ?? (wish.chainId ? (problemsOf(wish, "details")["chainId"] ?? "") : "")}
            onChange={(chainId) => change({ chainId })}
          />
        </div>
      </Question>
      <Question
        title="Appearance (optional)"
        text="For the public explorer and bridge. Images are resized in your browser."
      >
        <div className={styles.pictures}>
          <ImageField label="Logo" kind="logo" url={wish.chainLogo} onChange={(chainLogo) => change({ chainLogo })} />
          <ImageField label="Favicon" kind="favicon" url={wish.favicon} onChange={(favicon) => change({ favicon })} />
          <ImageField
            label="Background"
            kind="background"
            url={wish.background}
            onChange={(background) => change({ background })}
          />
        </div>
        <WishField
          form={form}
          name="footerLink"
          label="Footer link"
          placeholder="https://"
          inputMode="url"
          maxLength={rollupFooterLinkMax}
        />
      </Question>
    </>
  );
};

interface ChainIdFieldProps {
  readonly value: string;
  readonly error: string;
  readonly onChange: (chainId: string) => void;
}

/** Delay after typing before the chain ID is checked. */
const settledMs = 300;

/** Chain ID field, checked while typing. */
const ChainIdField = ({ value, error, onChange }: ChainIdFieldProps) => {
  const settled = useSettled(value, settledMs);
  const canCheck = settled === value && value !== "" && error === "";
  const { data } = useCall(rollupChainIdStatus, { params: { chainId: settled }, enabled: canCheck });
  const status = canCheck ? data?.status : undefined;
  return (
    <div className={styles.chainId}>
      <TextField
        label="Chain ID"
        code
        inputMode="numeric"
        autoComplete="off"
        value={value}
        maxLength={rollupChainIdDigitsMax}
        error={error || (status === "taken" ? chainIdTaken : "")}
        hint={
          status === "free"
            ? "This chain ID is available."
            : `Identifies the chain in wallets. Up to ${rollupChainIdDigitsMax} digits.`
        }
        onChange={(input) => onChange(input.replaceAll(/\D/g, "").slice(0, rollupChainIdDigitsMax))}
      />
      <Button kind="plain" size="small" icon="refresh" onClick={() => onChange(randomChainId())}>
        Generate
      </Button>
    </div>
  );
};

type Kind = "logo" | "favicon" | "background";

interface ImageFieldProps {
  readonly label: string;
  readonly kind: Kind;
  /** A data URL. */
  readonly url: string | undefined;
  readonly onChange: (url: string | undefined) => void;
}

const types = ["image/png", "image/jpeg", "image/webp"];

/** An image of the chain, cropped and scaled in the browser. */
const ImageField = ({ label, kind, url, onChange }: ImageFieldProps) => {
  const { act: select, problem } = useWork(async (file: File) => onChange(await read(file, kind)), { inline: true });
  return (
    <div className={styles.picture}>
      <strong>{label}</strong>
      <div className={kind === "background" ? styles.wide : styles.square}>
        {url ? <img src={url} alt={`Selected ${kind}`} /> : <Icon name="upload" />}
        {url && <IconButton icon="close" size="small" label={`Remove ${kind}`} onClick={() => onChange(undefined)} />}
      </div>
      <FileButton label={label} size="small" accept={types.join()} onFile={(file) => void select(file)}>
        {url ? `Change ${kind}` : `Choose ${kind}`}
      </FileButton>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};

const edges: Readonly<Record<Kind, number>> = { logo: 256, favicon: 64, background: 1280 };
/** Base64 text is a third longer than its bytes. */
const charactersMax = rollupImageBytesMax * 1.33;

/** Returns the image as a data URL. Throws an Error that names the file. */
const read = async (file: File, kind: Kind): Promise<string> => {
  const named = (message: string) => new Error(message.replace("{file}", () => file.name));
  if (!types.includes(file.type)) throw named("{file} is not a PNG, JPEG or WebP image.");
  if (file.size > imageBytesMax) throw named(messages.imageTooLarge);
  const scaled: Promise<string | undefined> =
    kind === "background" ? smallUrl(file, edges.background, charactersMax) : squareUrl(file, edges[kind]);
  const url = await scaled.catch(() => {
    throw named(messages.imageUnreadable);
  });
  if (!url || url.length > charactersMax) throw named("{file} is too large. Choose a simpler image.");
  return url;
};
