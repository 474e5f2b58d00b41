import { describe, expect, it } from "vitest";
import { sourcedParts, type Source } from "./sourced.ts";

const sources: readonly Source[] = [
  {
    number: 1,
    text: `Billing › Spend caps
A spend cap is the maximum LAND that a service may cost in a calendar month. Requests beyond the cap are refused. To set one:

1. Open **Billing** and select **Set cap**.
2. Enter the LAND per month.`,
  },
  {
    number: 2,
    text: `Back up and restore › Create a backup now
Run the command, e.g. Saturday at 3.30 a.m. It does not stop the server. Backups older than 30 days are deleted.

\`\`\`sh
npm run backup
npm run verify -- --from /mnt/copy
\`\`\`

| size   | price        |
| ------ | ------------ |
| 1 GB   | 80,711 LAND  |`,
  },
];

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Returns what is kept, which must not depend on how the output is cut into pieces. */
const kept = async (output: string): Promise<string> => {
  const texts = await Promise.all(
    [1, 3, 7, output.length].map(async (size) => {
      let text = "";
      for await (const part of sourcedParts(pieces(output, size), sources)) text += part.text;
      return text;
    }),
  );
  expect(new Set(texts).size).toBe(1);
  return texts[0]!;
};

describe("a sentence", () => {
  it("is kept with its citation, which moves before the punctuation", async () => {
    expect(await kept("Requests beyond the cap are refused [1].")).toBe("Requests beyond the cap are refused [1].");
    expect(await kept("Requests beyond the cap are refused. [1] ")).toBe("Requests beyond the cap are refused [1].");
    expect(await kept("[1] Requests beyond the cap are refused!【1】")).toBe(
      "Requests beyond the cap are refused [1]!",
    );
  });

  it("in other words is kept, if most are those of its passage", async () => {
    expect(
      await kept("The cap is the maximum that a service costs monthly, and a request beyond is refused [1]."),
    ).toBe("The cap is the maximum that a service costs monthly, and a request beyond is refused [1].");
  });

  it("without a citation gets that of the best passage", async () => {
    expect(await kept("Backups older than 30 days are deleted.")).toBe("Backups older than 30 days are deleted [2].");
  });

  it("from two passages cites both; a citation that doesn't support it is left out", async () => {
    expect(await kept("The cap limits a calendar month, and old backups are deleted [1, 2].")).toBe(
      "The cap limits a calendar month, and old backups are deleted [1][2].",
    );
    expect(await kept("Backups older than 30 days are deleted [1][2][9].")).toBe(
      "Backups older than 30 days are deleted [2].",
    );
  });

  it.each([
    ["invented", "Freehold was founded in Paris by three brothers [1]."],
    ["invented, without a citation", "Freehold was founded in Paris by three brothers."],
    ["with an invented citation", "Requests beyond the cap are refused [7]."],
    ["citing the wrong passage", "Requests beyond the cap are refused [2]."],
    ["with another number", "Backups older than 90 days are deleted [2]."],
    ["that denies its passage", "Requests beyond the cap are never refused [1]."],
    ["with an invented link", "Open Billing at https://evil.example/billing and select Set cap [1]."],
    ["with invented code", "Open Billing, select Set cap and run `rm -rf /` [1]."],
    ["with an invented clause", "Requests beyond the cap are refused and alpacas guard every wallet in Peru [1]."],
    ["that says nothing", "Sure!"],
    ["that only cites", "[1]"],
  ])("%s is dropped", async (_, sentence) => {
    expect(await kept(sentence)).toBe("");
    expect(await kept(`A cap is the maximum LAND. ${sentence} Enter the LAND per month.`)).toBe(
      "A cap is the maximum LAND [1]. Enter the LAND per month [1].",
    );
  });

  it("is shown once, and apart from a bare yes or no", async () => {
    const repeated = "Backups older than 30 days are deleted.";
    expect(await kept(`The answer is no. ${repeated} ${repeated} ${repeated}`)).toBe(
      "Backups older than 30 days are deleted [2].",
    );
  });

  it("does not end at an abbreviation, a decimal point or within code", async () => {
    expect(await kept("Run the command, e.g. Saturday at 3.30 a.m. [2] It does not stop the server [2].")).toBe(
      "Run the command, e.g. Saturday at 3.30 a.m [2]. It does not stop the server [2].",
    );
    expect(await kept("Run `npm run backup`. It does not stop the server.")).toBe(
      "Run `npm run backup` [2]. It does not stop the server [2].",
    );
  });

  it("ends before a dash, code and a lowercase word", async () => {
    expect(await kept("Alpacas guard it [1]. - Enter the LAND per month.")).toBe("- Enter the LAND per month [1].");
    expect(await kept("Alpacas guard it. `npm run backup` does not stop the server.")).toBe(
      "`npm run backup` does not stop the server [2].",
    );
    expect(await kept("Alpacas guard it! requests beyond the cap are refused")).toBe(
      "requests beyond the cap are refused [1]",
    );
  });

  it("ends at the punctuation of other languages", async () => {
    const foreign: readonly Source[] = [
      { number: 1, text: "上限 を 設定 する。 ¿Qué es un límite? حد الإنفاق؟ खर्च की सीमा।" },
    ];
    const all = async (output: string): Promise<string[]> => {
      const texts: string[] = [];
      for await (const part of sourcedParts(pieces(output, 2), foreign)) texts.push(part.text.trim());
      return texts;
    };
    expect(await all("上限。発明！")).toEqual(["上限 [1]。"]);
    expect(await all("¿Qué es un límite? ¡Inventado!")).toEqual(["¿Qué es un límite [1]?"]);
    expect(await all("حد الإنفاق؟ شيء مخترع.")).toEqual(["حد الإنفاق [1]؟"]);
    expect(await all("खर्च की सीमा। कुछ और।")).toEqual(["खर्च की सीमा [1]।"]);
  });
});

describe("Markdown", () => {
  it("list items are kept one by one, with their marks", async () => {
    expect(
      await kept("Set a cap:\n\n1. Open **Billing** [1]\n2. Call our hotline\n3. Enter the LAND per month. [1]"),
    ).toBe("Set a cap [1]:\n\n1. Open **Billing** [1]\n3. Enter the LAND per month [1].");
    expect(await kept("- Invented entirely here\n- Select **Set cap**")).toBe("- Select **Set cap** [1]");
  });

  it("code is kept if every line is in a passage", async () => {
    expect(await kept("Run the command:\n```sh\nnpm run backup\n```\nIt does not stop the server [2].")).toBe(
      "Run the command [2]:\n```sh\nnpm run backup\n```\n[2]\nIt does not stop the server [2].",
    );
    expect(await kept("```sh\nnpm run backup\nnpm run backup -- --delete-everything\n```")).toBe("");
    expect(await kept("```sh\nnpm run backup")).toBe("");
  });

  it("a table is kept by rows", async () => {
    expect(await kept("| size | price |\n| --- | --- |\n| 1 GB | 80,711 LAND |\n| 2 GB | 90,000 LAND |")).toBe(
      "| size | price [2]|\n| --- | --- |\n| 1 GB | 80,711 LAND [2]|",
    );
    expect(await kept("| planet | moon |\n| --- | --- |")).toBe("");
  });
});

it("a sentence is passed on when the next one starts, and an interrupted one is dropped", async () => {
  const parts = sourcedParts(
    (async function* () {
      yield "Backups older than 30 days";
      yield " are deleted. [2";
      yield "] It does";
      throw new Error("closed");
    })(),
    sources,
  );
  expect(await parts.next()).toEqual({
    done: false,
    value: { text: "Backups older than 30 days are deleted [2].", numbers: [2] },
  });
  await expect(parts.next()).rejects.toThrow("closed");
});
