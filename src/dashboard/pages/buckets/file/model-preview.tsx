import { useEffect, useRef, useState } from "react";
import { useBytes } from "../../../flows/storage/use-object.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { nameOf } from "../paths.ts";
import { extensionOf } from "../preview-kind.ts";
import { loadModel } from "./load-model.ts";
import { NoPreview } from "./no-preview.tsx";
import type { PreviewProps } from "./preview.tsx";
import { showModel } from "./show-model.ts";

/** A 3D model that rotates with the pointer. */
export const ModelPreview = ({ bucket, head }: PreviewProps) => {
  const { data, error } = useBytes(bucket, head, true);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState<string>();
  const name = nameOf(head.key);
  useEffect(() => {
    if (!data || !canvas.current) return undefined;
    let stop: (() => void) | undefined;
    let cancelled = false;
    const show = async (element: HTMLCanvasElement) => {
      const model = await loadModel(extensionOf(name), data);
      if (!cancelled) stop = showModel(element, model);
    };
    show(canvas.current).catch((failure: Error) => setProblem(failure.message));
    return () => {
      cancelled = true;
      stop?.();
    };
  }, [data, name]);
  if (error || problem !== undefined)
    return <NoPreview text={`Can't display this model: ${error?.message ?? problem} Download the file to view it.`} />;
  if (!data) return <Spinner />;
  return <canvas ref={canvas} role="img" aria-label={`${name}, 3D preview`} />;
};
