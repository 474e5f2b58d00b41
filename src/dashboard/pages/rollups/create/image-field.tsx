import { useState } from "react";
import { imageBytesMax } from "../../../../../resources/limits.ts";
import { messages } from "../../../../../resources/messages.ts";
import { rollupImageBytesMax } from "../../../../../resources/raas/limits.ts";
import { smallUrl, squareUrl } from "../../../lib/scale-image.ts";
import { IconButton } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./create.module.css";

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
export const ImageField = ({ label, kind, url, onChange }: ImageFieldProps) => {
  const [problem, setProblem] = useState("");
  const select = async (file: File): Promise<void> => {
    const result = await read(file, kind);
    setProblem(result.problem ?? "");
    if (result.url) onChange(result.url);
  };
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

const read = async (file: File, kind: Kind): Promise<{ readonly url?: string; readonly problem?: string }> => {
  const named = (message: string) => ({ problem: message.replace("{file}", () => file.name) });
  if (!types.includes(file.type)) return named("{file} is not a PNG, JPEG or WebP image.");
  if (file.size > imageBytesMax) return named(messages.imageTooLarge);
  try {
    const url =
      kind === "background"
        ? await smallUrl(file, edges.background, charactersMax)
        : await squareUrl(file, edges[kind]);
    return url && url.length <= charactersMax ? { url } : named("{file} is too large. Choose a simpler image.");
  } catch {
    return named(messages.imageUnreadable);
  }
};
