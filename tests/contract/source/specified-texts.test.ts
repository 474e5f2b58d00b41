/** The specification's texts and names are on the screens, in sentence case and with its spelling mistakes corrected. */
import { expect, test } from "vitest";
import { pages, resources } from "../../../resources/index.ts";
import { menuOf } from "../../../src/dashboard/framework/derive/menu.ts";
import { filesOf, textsOf } from "../../voice/visible-text.ts";

/** By section of the specification. {…}: a value. */
const quotes: Readonly<Record<string, readonly string[]>> = {
  shell: [
    "Overview of {…}",
    "Your account has been disabled, please contact the owner.",
    "Owner",
    "Member",
    "Switch your owner account and member account here",
    "Invite members",
    "Switch to the owner account and show relevant content?",
    "Disconnect",
    "Connect wallet",
    "Log out",
  ],
  dialogs: [
    "Activate your account",
    "Web3 identity",
    "Ownership of data",
    "Enhanced product functionalities",
    "Access to additional free resources",
    "Activate now",
    "Skip",
    "Share",
    "Start benefit",
    "First deposit bonus for LAND!",
    "Limited-time first deposit bonus for LAND!",
    "Free upgrade to standard user",
    "Exclusive features",
    // Followed by the minimum, 1.
    "starting from ${…}",
    "Deposit now",
    "Give up the benefits",
    "After connecting to your wallet, you'll be able to make changes in custom settings.",
    "Install",
    "Cancel",
    "Download",
    "Tip",
    "Confirm",
    "Feedback",
  ],
  // Without those that no screen needs: docs/decisions/005-native-dialog-and-light-components.md.
  widgets: ["Past 7 days", "Past 30 days", "Custom time", "No data available", "Collapse", "Expand"],
  boost: ["I collected {…}"],
  flows: [
    "LAND claimed successfully",
    "Submission successful. Claiming in progress!",
    "Successfully bound your account.",
    "Having trouble claiming? Please click Disconnect and try again.",
    "Disconnected successfully. Please proceed to claim.",
    "Your feedback is received.",
  ],
  validation: [
    "{file} is too large (over 10MB)",
    "You can attach up to {count} images",
    "Invalid email",
    "Invalid wallet address",
    "No description",
    "Description: 10000 chars at maximum",
    "insufficient balance",
    "Wallet does not exist, please install wallet first!",
  ],
  errors: [
    "Network error",
    "Retry",
    "Transaction was replaced.",
    "Your transaction has been canceled.",
    "Transaction failed",
    "IPFS storage expired, extending service duration is required.",
    "Insufficient balance in your wallet.",
    "Wrong network, please switch your wallet network and try again.",
    "Your zkSync account doesn't have enough ETH, please recharge it.",
    "Failed to connect wallet: {message}",
    "{wallet} is not installed",
    "{…} error",
    "Insufficient resources, please deposit 'LAND'.",
    "Deposit",
    "Request aborted",
    "A network error has occurred. Please check your connections and try again.",
    "Access denied!",
    "Service error!",
    "Copy failed!",
    "Failed to generate share image",
    "Account verification failed",
  ],
};

const texts = filesOf(/^(resources|src\/dashboard)\/.*\.tsx?$/)
  .filter((file) => !/\.test\.|\/(devnet|build)\//.test(file))
  .flatMap((file) => textsOf(file, () => true))
  .map(({ text }) => text.replaceAll("&apos;", "'"));

const isShown = (quote: string): boolean =>
  texts.some((text) => text === quote || (quote.includes(" ") && text.includes(quote)));

test.each(Object.entries(quotes))("each text that the specification quotes for %s is on a screen", (_, specified) => {
  expect(specified.filter((quote) => !isShown(quote))).toEqual([]);
});

test("date ranges are past 7 days, past 30 days and custom time on every screen", () => {
  const ranges = texts.filter((text) =>
    /^(past|last) (\d+ )?(hour|day|week|month)s?$|^\d+ h$|^all time$|^custom (range|time)$/i.test(text),
  );
  expect([...new Set(ranges.map((text) => text.toLowerCase()))].toSorted()).toEqual([
    "custom time",
    "past 30 days",
    "past 7 days",
  ]);
});

/** The specification's names, in sentence case, except for a group of a single entry: "Rollups" is its RaaS. */
const entries: Readonly<Record<string, readonly string[]>> = {
  Overview: ["Overview"],
  Hosting: ["Projects", "Domains", "Auth tokens"],
  Storage: ["Buckets", "Domains", "Access keys", "AR history", "Pinning"],
  Gateways: ["Dedicated gateways", "IPNS manager", "Auth tokens"],
  RPC: ["RPC"],
  Rollups: ["Rollups"],
  AI: ["AI RPC"],
  Billing: ["Billing", "LAND records"],
  Team: ["Members", "Operation log", "Configurations"],
};
const always = (): boolean => true;
const menu = menuOf({ resources, pages }, always, always).map(({ section, items }) => ({
  section,
  labels: items.map(({ label }) => label),
}));

test("the menu has the specification's entries in its groups, in its order", () => {
  const found = menu.map(({ section, labels }) => [
    section,
    labels.filter((label) => entries[section]?.includes(label)),
  ]);
  expect(Object.fromEntries(found.filter(([section]) => (section as string) in entries))).toEqual(entries);
});

test("no group of the menu has two entries of the same name", () => {
  for (const { section, labels } of menu) expect(new Set(labels).size, section).toBe(labels.length);
});

test("a page's title contains the name of its menu entry", () => {
  const named = [...resources, ...pages].filter(({ menu: entry }) => entry?.label !== undefined);
  expect(named.length).toBeGreaterThan(0);
  for (const { title, menu: entry } of named) expect(title.toLowerCase()).toContain(entry!.label!.toLowerCase());
});
