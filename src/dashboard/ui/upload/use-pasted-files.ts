import { useEffect, useRef, type RefObject } from "react";

/**
 * Handles files pasted anywhere on the page; text pasted into a field stays there. A paste is handled once: by the
 * first listener on the page, and while a dialog is open by none behind it.
 */
export const usePastedFiles = (
  section: RefObject<HTMLElement | null>,
  blocked: boolean,
  onFiles: (transfer: DataTransfer) => void,
): void => {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (blocked) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !event.clipboardData?.types.includes("Files")) return;
      if (isBehindDialog(section.current)) return;
      event.preventDefault();
      latest.current(event.clipboardData);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [section, blocked]);
};

const isBehindDialog = (element: HTMLElement | null): boolean => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1);
  return top !== undefined && !top.contains(element);
};
