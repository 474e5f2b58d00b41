import { expect, test } from "vitest";
import { fileProblem, folderProblem } from "./key-rules.ts";

const none = () => false;

test("a folder name has at most 60 characters, no slash, and is unique", () => {
  expect(folderProblem("🙂".repeat(60), "", none)).toBeUndefined();
  expect(folderProblem("x".repeat(61), "", none)).toBe("Use at most 60 characters.");
  expect(folderProblem("", "", none)).toBe("Enter a name.");
  expect(folderProblem("a/b", "", none)).toContain("slash");
  expect(folderProblem("..", "", none)).toContain("used in URLs");
  expect(folderProblem("a", "p/", (key) => key === "p/a/")).toBe("A folder with this name already exists.");
});

test("a key has at most 1024 bytes, including its folders", () => {
  expect(fileProblem("x".repeat(24), "p".repeat(999) + "/", none)).toBeUndefined();
  expect(fileProblem("é".repeat(13), "p".repeat(999) + "/", none)).toBe(
    "The path is too long: 1026 of 1024 bytes. Use a shorter name.",
  );
  expect(fileProblem("a", "", (key) => key === "a")).toBe("A file with this name already exists.");
});
