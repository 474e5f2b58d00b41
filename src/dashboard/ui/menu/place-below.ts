const gapPx = 6;
const edgePx = 8;
/** The largest width of a menu (menu.css). */
const widestPx = 320;

/**
 * Places an open popover below its button, or above it if there is no room, always inside the window. Aligns it with an edge
 * of the button, so that it stays there when content that loads later makes it wider.
 */
export const placeBelow = (panel: HTMLElement, anchor: HTMLElement): void => {
  const button = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = button.bottom + gapPx;
  const top = below + height <= innerHeight - edgePx ? below : Math.max(edgePx, button.top - gapPx - height);
  const { clientWidth } = document.documentElement;
  const isAlignedLeft =
    button.left + Math.max(width, widestPx) <= clientWidth - edgePx || button.right < width + edgePx;
  const left = Math.max(edgePx, Math.min(button.left, clientWidth - edgePx - width));
  panel.style.left = isAlignedLeft ? `${left}px` : "auto";
  panel.style.right = isAlignedLeft ? "auto" : `${Math.max(edgePx, clientWidth - button.right)}px`;
  panel.style.top = `${top}px`;
};
