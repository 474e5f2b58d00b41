/** Rules for the dashboard's styles. */
import { expect, test } from "vitest";
import { sourceFiles } from "../../support/hosting/source-files.ts";

const styles = sourceFiles("src/**/*.{css,ts,tsx}");
const weight = /(?:weight[=:]|\bfont:|"(?=\d+ \d+px))\s*"?(\d{3}|bold\w*|lighter)(?![\w.%])/gi;

const weightsIn = (text: string): string[] => [...text.matchAll(weight)].map(([, value]) => value!);

test("the weights of a text are found in each way to write them", () => {
  const written = [
    "font-weight: 550;",
    "font: 650 0.8em var(--fh-mono);",
    'fontWeight="700"',
    "fontWeight: 700,",
    "font-weight:bold",
    'typeTitle: "640 24px/1.25"',
    "weight: 450, colour",
    "font: 14px/1.5 serif",
  ];
  expect(weightsIn(written.join("\n"))).toEqual(["550", "650", "700", "700", "bold", "640", "450"]);
});

test("texts have one of three weights: 400, 500 or 600", () => {
  const others = styles.flatMap(({ path, text }) =>
    weightsIn(text)
      .filter((value) => !["400", "500", "600"].includes(value))
      .map((value) => `${path}: ${value}`),
  );
  expect(others).toEqual([]);
});
