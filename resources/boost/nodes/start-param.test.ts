import { describe, expect, it } from "vitest";
import { readStart, writeStart } from "./start-param.ts";

describe("a start parameter", () => {
  it("the invite code from the start parameter is decoded from the URL", () => {
    for (const parameter of [
      "AB23CD45EF",
      "ab23cd45ef",
      "inv_AB23CD45EF",
      writeStart("AB23CD45EF"),
      writeStart("inv_AB23CD45EF"),
    ])
      expect(readStart(parameter)).toEqual({ kind: "invite", code: expect.stringMatching(/^AB23CD45EF$/i) as string });
    expect(readStart("FRIEND")).toEqual({ kind: "invite", code: "FRIEND" });
  });

  it("the special value t-peaai is the advertising partner's, optionally with campaigns", () => {
    const none = { inExchangeCampaignId: "", outExchangeCampaignId: "" };
    expect(writeStart("t-peaai")).toBe("dC1wZWFhaQ");
    for (const parameter of ["t-peaai", "dC1wZWFhaQ"])
      expect(readStart(parameter)).toEqual({ kind: "partner", campaigns: none });
    const campaigns = { inExchangeCampaignId: "17", outExchangeCampaignId: "a9" };
    for (const parameter of ["t-peaai_17_a9", writeStart("t-peaai_17_a9")])
      expect(readStart(parameter)).toEqual({ kind: "partner", campaigns });
  });

  it("is ignored when it is empty, too long or unreadable", () => {
    for (const parameter of [undefined, "", "  ", "x".repeat(513), "<script>", "a b"])
      expect(readStart(parameter)).toEqual({ kind: "none" });
  });
});
