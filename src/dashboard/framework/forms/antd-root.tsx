import "@ant-design/v5-patch-for-react-19";
import { ConfigProvider, theme, type ThemeConfig } from "antd";
import { useMemo, useState, useSyncExternalStore, type ReactNode } from "react";

/**
 * antd in the theme of its place: its tokens are the variables of ui/theme/theme.ts there, which Boost changes. Only lazy chunks import this
 * file. Pop-ups stay beside their control, so that they also work inside the browser's own dialogs.
 */
export const AntdRoot = ({ children }: { children: ReactNode }) => {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const look = useSyncExternalStore(watchLook, () => lookOf(place ?? document.documentElement));
  const config = useMemo(() => themeOf(JSON.parse(look) as Look), [look]);
  return (
    <ConfigProvider theme={config} getPopupContainer={(trigger) => trigger?.parentElement ?? document.body}>
      {children}
      <i hidden ref={setPlace} />
    </ConfigProvider>
  );
};

type Look = Readonly<Record<string, string>> & { readonly colorScheme: string };

/** The variable of each token. */
const tokens = {
  colorPrimary: "accent",
  colorTextLightSolid: "on-accent",
  colorBgLayout: "canvas",
  colorBgContainer: "surface",
  colorBgElevated: "surface",
  colorBorder: "line-strong",
  colorBorderSecondary: "line",
  colorText: "text",
  colorTextSecondary: "text-muted",
  colorTextDescription: "text-muted",
  colorTextPlaceholder: "text-faint",
  // Locked forms and the days of other months must be readable.
  colorTextDisabled: "text-muted",
  colorSuccess: "success",
  colorWarning: "warning",
  colorError: "danger",
  colorInfo: "info",
  colorLink: "accent",
  controlItemBgActive: "accent-soft",
  controlItemBgActiveHover: "accent-soft",
  controlItemBgHover: "sunken",
  boxShadowSecondary: "shadow",
  fontFamily: "sans",
  fontFamilyCode: "mono",
  borderRadius: "radius",
  borderRadiusSM: "radius-small",
  controlHeight: "control",
} as const;

const lookOf = (place: HTMLElement): string => {
  const style = getComputedStyle(place);
  const values = Object.entries(tokens).map(([token, name]) => [token, style.getPropertyValue(`--fh-${name}`).trim()]);
  return JSON.stringify({ ...Object.fromEntries(values.filter(([, value]) => value)), colorScheme: style.colorScheme });
};

const themeOf = ({ colorScheme, ...values }: Look): ThemeConfig => ({
  cssVar: true,
  hashed: false,
  token: Object.fromEntries(
    Object.entries(values).map(([token, value]) => [token, /^\d+px$/.test(value) ? Number.parseInt(value, 10) : value]),
  ),
  components: {
    // As ui/fields/field.css.
    Form: { itemMarginBottom: 20, labelFontSize: 13, verticalLabelPadding: "0 0 6px" },
    // As ui/fields/checkbox.module.css.
    Checkbox: {
      controlInteractiveSize: 17,
      borderRadiusSM: 4,
      colorBorder: values["colorTextPlaceholder"],
      colorWhite: values["colorTextLightSolid"],
    },
    // As ui/fields/field.css, which draws those that are off.
    Switch: {
      trackHeight: 20,
      trackMinWidth: 34,
      trackPadding: 3,
      handleSize: 14,
      handleBg: values["colorTextLightSolid"],
    },
  },
  algorithm: [colorScheme === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm, withOwnColors],
});

/** Its dark algorithm dulls the colors that it is given, which are those of the dark theme already. */
const withOwnColors: Algorithm = (
  { colorPrimary, colorSuccess, colorWarning, colorError, colorInfo },
  derived = theme.defaultAlgorithm(theme.defaultSeed),
) => ({ ...derived, colorPrimary, colorSuccess, colorWarning, colorError, colorInfo });

type Algorithm = Exclude<ThemeConfig["algorithm"], readonly unknown[] | undefined>;

/** The look follows the device, and the user's choice and the page's theme, which the root element has. */
const watchLook = (listener: () => void): (() => void) => {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "data-boost"] });
  prefersDark.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    prefersDark.removeEventListener("change", listener);
  };
};
