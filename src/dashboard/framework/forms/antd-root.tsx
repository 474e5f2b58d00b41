import "@ant-design/v5-patch-for-react-19";
import { ConfigProvider, theme } from "antd";
import { useContext, useSyncExternalStore, type ReactNode } from "react";
import { antdTokens, palettes, type Mode } from "../../ui/theme.ts";
import { FormMode } from "./form.tsx";

/**
 * antd in the product's theme. Only lazy chunks import this file. Pop-ups stay beside their control, so that they also
 * work inside the browser's own dialogs.
 */
export const AntdRoot = ({ children }: { children: ReactNode }) => {
  const pageMode = useSyncExternalStore(watchMode, currentMode);
  const mode = useContext(FormMode) ?? pageMode;
  return (
    <ConfigProvider
      theme={{
        cssVar: true,
        hashed: false,
        token: {
          ...antdTokens(mode),
          colorTextDescription: palettes[mode].textMuted,
          colorTextPlaceholder: palettes[mode].textFaint,
        },
        // Days of the previous and the next month can be picked too, so they must be readable.
        components: { DatePicker: { colorTextDisabled: palettes[mode].textFaint } },
        algorithm: mode === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
      }}
      getPopupContainer={(trigger) => trigger?.parentElement ?? document.body}
    >
      {children}
    </ConfigProvider>
  );
};

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

const currentMode = (): Mode => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return prefersDark.matches ? "dark" : "light";
};

/** The mode follows the device and the user's choice, stored on the root element. */
const watchMode = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  prefersDark.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    prefersDark.removeEventListener("change", listener);
  };
};
